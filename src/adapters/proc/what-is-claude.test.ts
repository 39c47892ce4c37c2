import { expect, test } from 'vitest';
import { type Candidate, isClaude } from './what-is-claude.ts';

const process = (executable: string | null, argv: string[], script: string | null = null): Candidate => ({
  executable,
  argv,
  script,
});
const CLI = '/usr/lib/node_modules/@anthropic-ai/claude-code/cli.js';

test.each([
  ['the native binary', process('/opt/claude/claude', ['/opt/claude/claude'])],
  ['found through PATH', process('/home/dev/.local/bin/claude', ['claude', '--resume'])],
  ['the installer’s, named by version', process('/home/dev/.local/share/claude/versions/2.1.332', ['claude'])],
  ['started by another name', process('/home/dev/.local/share/claude/versions/2.1.332', ['cc'])],
  ['replaced by an update while it runs', process('/opt/claude/claude (deleted)', ['-claude'])],
  ['Node with its cli.js', process('/usr/bin/node', ['node', CLI], CLI)],
  ['Node with a link to it', process('/usr/bin/node', ['node', '/usr/bin/claude'], CLI)],
  ['2.0.77, which names itself', process('/usr/bin/node', ['claude'])],
  ['a stand-in of that name', process('/usr/bin/sleep', ['claude', '1000'])],
  ['a background spare', process('/opt/claude/versions/2.1.332', ['claude bg-spare', '--bg-spare', '/tmp/a.sock'])],
  ['an executable that cannot be read', process(null, ['claude'])],
])('%s is a Claude', (_, candidate) => expect(isClaude(candidate)).toBe(true));

test.each([
  ['grep for the word', process('/usr/bin/grep', ['grep', 'claude'])],
  ['an editor in a directory of that name', process('/usr/bin/vim', ['vim', '/home/dev/claude/notes'])],
  ['tail of its log', process('/usr/bin/tail', ['tail', '-f', 'claude.log'])],
  ['ssh to a host of that name', process('/usr/bin/ssh', ['ssh', 'claude'])],
  ['a shell that wraps it', process('/usr/bin/bash', ['bash', '-c', 'env -i /opt/claude/claude; true'])],
  ['a shell script of that name', process('/usr/bin/bash', ['/bin/bash', '/usr/local/bin/claude'])],
  ['the desktop app', process('/Applications/Claude.app/Contents/MacOS/Claude', ['Claude'])],
  ['its helper', process('/x/Claude Helper.app/Contents/MacOS/Claude Helper', ['Claude Helper', '--type=gpu'])],
  ['a renderer of a desktop app named in lower case', process('/usr/lib/claude/claude', ['claude', '--type=renderer'])],
  ['a desktop app on Linux', process('/usr/lib/electron/electron', ['electron', '/usr/lib/claude-desktop/app.asar'])],
  [
    'a desktop app that calls itself by the name',
    process('/usr/lib/electron/electron', ['claude', '/usr/lib/app.asar']),
  ],
  ['the search tool inside its binary', process('/opt/claude/claude', ['rg', '--json', 'word'])],
  [
    'Node with another cli.js',
    process('/usr/bin/node', ['node', '/srv/claude-code/cli.js'], '/srv/claude-code/cli.js'),
  ],
  ['Node with cli.js as a later argument', process('/usr/bin/node', ['node', '/srv/run.js', CLI], '/srv/run.js')],
  ['another program given its cli.js', process('/usr/bin/less', ['less', CLI], null)],
  ['another tool with the name in it', process('/usr/bin/claude-monitor', ['claude-monitor'])],
  ['nothing', process(null, [''])],
])('%s is none', (_, candidate) => expect(isClaude(candidate)).toBe(false));
