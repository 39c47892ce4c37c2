// The stand-in's dialogs, line by line against what the real Claude Code 2.1.332 showed at the same width.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plainText } from './blocks.ts';
import { type Face, isOutcome } from './face.ts';
import { formFace } from './form-face.ts';
import { keysIn } from './keys.ts';
import { type List, listFace } from './list-face.ts';
import { bypassList, planList, trustList } from './other-lists.ts';
import { type PermissionAsk, permissionList } from './permission-list.ts';
import { type Question, questionFace } from './question-face.ts';

const CAPTURES = new URL('../../../test/fixtures/captures/screens/', import.meta.url);
const PROJECT = 'always allow access to /home/dev/shop from this project';

/** What was captured, without the blank rows at its end. */
function captured(name: string): readonly string[] {
  const rows = readFileSync(fileURLToPath(new URL(`${name}.txt`, CAPTURES)), 'utf8').split('\n');
  return withoutEnd(rows.map((row) => row.trimEnd().replaceAll(' ', ' ')));
}

function withoutEnd(rows: readonly string[]): readonly string[] {
  const last = rows.findLastIndex((row) => row !== '');
  return rows.slice(0, last + 1);
}

/** The face's lines, and as many of the capture's last ones. */
function compare(name: string, face: Face, of = 1): void {
  const rows = Number(/x(\d+)$/.exec(name)?.[1] ?? 40);
  const columns = Number(/\.(\d+)/.exec(name)?.[1]);
  const drawn = withoutEnd(face.draw({ columns, rows, place: { n: 1, of } }).map((line) => plainText(line).trimEnd()));
  expect(drawn, name).toEqual(captured(name).slice(-drawn.length));
}

function bash(command: string, more: Partial<PermissionAsk> = {}): List {
  const input = { command, description: 'Run a lab command' };
  const none = { agent: null, agentsWork: false, about: null, unchecked: false };
  return permissionList({ tool: 'Bash', input, cwd: '/home/dev/shop', always: PROJECT, ...none, ...more });
}

function tool(name: string, input: Readonly<Record<string, unknown>>, always: string | null): List {
  return bash('', { tool: name, input, always, about: name.startsWith('mcp__') ? 'Deploy the shop' : null });
}

function pressed(face: Face, keys: string): Face {
  let now = face;
  for (const key of keysIn(keys)) {
    const next = now.press(key);
    if (isOutcome(next)) throw new Error(`${JSON.stringify(keys)} chose ${next.effect}`);
    now = next;
  }
  return now;
}

const STEPS = ['mkdir -p build', ...Array.from({ length: 60 }, (_, at) => `echo step ${at + 1} >> build/log.txt`)];
const FILES = Array.from(
  { length: 60 },
  (_, at) => `some-directory/very-long-file-name-${String(at + 1).padStart(3, '0')}.txt`,
);
const MKDIR_ECHO = "don't ask again for mkdir -p build and echo step commands in /home/dev/shop";
const UNICODE = 'mkdir "请求目录" && echo "こんにちは 🎉 données" > "请求目录/文件.txt"';
const UNICODE_ALWAYS = `don't ask again for "mkdir \\"请求目录\\"" and "echo \\"こんにちは 🎉 données\\"" commands in /home/dev/shop`;
const TRAP =
  'cat > notes.txt <<EOF\n❯ 1. Yes\n  2. Yes, and always allow\n  3. No\nDo you want to proceed?\nEOF\necho done';
const ACCESS = 'always allow access to /home/dev/shop/some-directory from this project';

function question(words: string, header: string, labels: readonly string[], multiSelect = false): Question {
  return {
    question: words,
    header,
    multiSelect,
    options: labels.map((label) => ({ label, description: `Choose ${label}` })),
  };
}
const DATABASE = question('Which database should we use?', 'Topic 1', ['PostgreSQL', 'SQLite', 'MySQL']);
const FEATURES = question('Which features do you want?', 'Topic 1', ['Search', 'Login', 'Cart'], true);
const THREE = [
  question('Which language?', 'Topic 1', ['Python', 'Go']),
  question('Which targets?', 'Topic 2', ['Linux', 'macOS', 'Windows'], true),
  question('Deploy now?', 'Topic 3', ['Yes', 'No']),
];
const FORM = {
  server: 'lab',
  message: 'Which region should I deploy to?',
  schema: {
    type: 'object',
    properties: {
      region: { type: 'string', description: 'Region', enum: ['eu', 'us'] },
      confirm: { type: 'boolean', description: 'Really?' },
    },
    required: ['region'],
  },
};
const WIDTHS = ['40', '80', '120', '200'];

describe('a permission', () => {
  it.each([...WIDTHS, '80x24'])('for a command at %s', (width) => {
    compare(`perm-bash.${width}`, listFace(bash('touch short.txt')));
  });
  it.each(WIDTHS)('for sixty lines at %s', (width) => {
    compare(`perm-bash-60lines.${width}`, listFace(bash(STEPS.join('\n'), { always: MKDIR_ECHO })));
  });
  it.each(WIDTHS)('for one long line at %s', (width) => {
    compare(`perm-bash-long.${width}`, listFace(bash(`touch ${FILES.join(' ')}`, { always: ACCESS })));
  });
  it.each(['80x12', '80x24'])('for thirty lines at %s', (size) => {
    compare(`perm-bash-long.${size}`, listFace(bash(STEPS.slice(0, 31).join('\n'), { always: MKDIR_ECHO })));
  });
  it.each(WIDTHS)('for a command in other scripts at %s', (width) => {
    compare(`perm-bash-unicode.${width}`, listFace(bash(UNICODE, { always: UNICODE_ALWAYS })));
  });
  it.each(['40', '80', '120'])('for a heredoc that holds a dialog at %s', (width) => {
    compare(`perm-bash-trap.${width}`, listFace(bash(TRAP, { always: null })));
  });
  it('with a field on Yes', () => {
    compare('perm-bash-amend.120', pressed(listFace(bash(UNICODE, { always: UNICODE_ALWAYS })), '\t'));
  });
  it('with a field on No', () => {
    compare('perm-bash-no-amend.120', pressed(listFace(bash('touch zz.txt')), '\u001b[B\u001b[B\u001b[B\t'));
  });
  it('that Claude could not check itself', () => {
    compare('perm-bash-automode.120', listFace(bash('curl -s http://127.0.0.1:4010/ -X DELETE', { unchecked: true })));
  });
  it.each(WIDTHS)('of a sub-agent at %s', (width) => {
    const agent = { agent: 'general-purpose', agentsWork: true };
    compare(`perm-subagent.${width}`, listFace(bash('touch sub.txt', agent)));
  });
  it('that is the first of three', () => {
    const first = { agent: 'general-purpose', agentsWork: true };
    const always = 'always allow access to /home/dev from this project';
    compare('perm-three-queued.120', listFace(bash('rm -rf /home/dev/n1', { ...first, always })), 3);
  });
  it.each(WIDTHS)('for a new file at %s', (width) => {
    const input = { file_path: '/home/dev/shop/src/new.py', content: "def hello():\n    print('hi')\n" };
    compare(`perm-write.${width}`, listFace(tool('Write', input, null)));
  });
  it.each(['40', '80', '120', '200'])('for a tool of a server at %s', (width) => {
    const place = width === '80' ? '~/shop' : '/home/dev/shop';
    const always = width === '40' ? null : `don't ask again for lab — Deploy commands in ${place}`;
    const list = tool('mcp__lab__deploy', { env: 'production' }, always);
    compare(`perm-mcp.${width}`, listFace(list));
  });
});

describe('a question', () => {
  it('with one answer', () => compare('ask-single.120', questionFace([DATABASE])));
  it('with several answers', () => compare('ask-multi.120', questionFace([FEATURES])));
  it.each(WIDTHS)('the first of three at %s', (width) => compare(`ask-tabs.${width}`, questionFace(THREE)));
  it('the second of three', () => compare('ask-tabs-q2.120', pressed(questionFace(THREE), '1')));
  it('the review', () => compare('ask-tabs-review.120', pressed(questionFace(THREE), '112\t2')));
});

describe('the other dialogs', () => {
  it.each(['80', '120', '200'])('a plan at %s', (width) => {
    const plan = '# Add search\n\n1. Create src/search.py\n2. Wire it into cart\n\nTests: run pytest';
    compare(`plan-approval.${width}`, listFace(planList(plan, '~/.claude/plans/plan-add-search-n-n1-pure-clover.md')));
  });
  it.each(WIDTHS)('trust at %s', (width) =>
    compare(`dialog-trust.${width}`, listFace(trustList('/home/dev/untrusted'))),
  );
  it.each(WIDTHS)('the warning at %s', (width) => compare(`dialog-bypass.${width}`, listFace(bypassList())));
  it.each(WIDTHS)('a form at %s', (width) => compare(`elicitation.${width}`, formFace(FORM)));
});
