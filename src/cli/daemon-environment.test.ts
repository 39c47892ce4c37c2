import { expect, test } from 'vitest';
import { daemonEnvironment } from './daemon-environment.ts';

test('a daemon gets what it needs and nothing of the Claude, tmux or Node it was started from', () => {
  const kept = {
    HOME: '/h',
    PATH: '/bin',
    LANG: 'C',
    LC_ALL: 'C',
    XDG_RUNTIME_DIR: '/r',
    DISPLAY: ':0',
    TALLYMUX_PORT: '0',
  };
  const dropped = {
    CLAUDECODE: '1',
    CLAUDE_CODE_ENTRYPOINT: 'cli',
    ANTHROPIC_API_KEY: 'secret',
    TMUX: '/tmp/x,1,0',
    TMUX_PANE: '%1',
    NODE_OPTIONS: '--inspect',
    TALLYMUX_READY_FD: '9',
    LD_PRELOAD: 'x.so',
  };
  expect(daemonEnvironment({ ...kept, ...dropped, CLAUDE_CONFIG_DIR: '/c' })).toEqual({
    ...kept,
    CLAUDE_CONFIG_DIR: '/c',
  });
});
