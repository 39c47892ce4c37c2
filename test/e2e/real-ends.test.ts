// The real Claude Code, with and without our hooks: how a session ends, stops and comes back.

import { realRows } from '../lab/real-rows.ts';

const row = realRows();
/** A death is seen within this, in milliseconds. */
const DEATH = { within: 1500 };

row(
  'kill -9 while idle',
  async ({ start }) => {
    const { claude, light } = await start();
    claude.signal('SIGKILL');
    await light.turns('ended', DEATH);
    await light.hasShown('idle', 'ended');
  },
  { onlyFull: 'close to other rows' },
);

row(
  'kill -9 in the middle of a turn',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.say('stream: 100 100');
    await light.turns('busy');
    await claude.shows(/word3/);
    claude.signal('SIGKILL');
    await light.turns('ended', DEATH);
    await light.hasShown('idle', 'busy', 'ended');
  },
  { hooks: 'also' },
);

row('kill -9 at a dialog', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('bash: touch h.txt ;; say: done');
  await light.turns('busy');
  await claude.reaches('waiting');
  await light.turns('needs-input');
  claude.signal('SIGKILL');
  await light.turns('ended', DEATH);
  await light.hasShown('idle', 'busy', 'needs-input', 'ended');
});

row(
  'SIGTERM',
  async ({ start }) => {
    const { claude, light } = await start();
    claude.signal('SIGTERM');
    await claude.ends();
    await light.turns('ended', DEATH);
    await light.hasShown('idle', 'ended');
  },
  { onlyFull: 'close to other rows' },
);

row('SIGHUP: its terminal was closed', async ({ start }) => {
  const { claude, light } = await start();
  claude.signal('SIGHUP');
  await claude.ends();
  await light.turns('ended', DEATH);
  await light.hasShown('idle', 'ended');
});

row('/exit', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('/exit');
  await claude.ends();
  await light.turns('ended', DEATH);
  await light.hasShown('idle', 'ended');
});

row(
  'Ctrl-C twice',
  async ({ start }) => {
    const { claude, light } = await start();
    await claude.press('C-c');
    await claude.shows(/again to exit/);
    await claude.press('C-c');
    await claude.ends();
    await light.turns('ended', DEATH);
    await light.hasShown('idle', 'ended');
  },
  { onlyFull: 'close to other rows' },
);

row('Ctrl-C at a dialog changes nothing', async ({ start }) => {
  const { claude, light } = await start();
  await claude.say('bash: touch i.txt ;; say: done');
  await light.turns('busy');
  await claude.reaches('waiting');
  await light.turns('needs-input');
  await claude.dialogTakesKeys();
  await claude.press('C-c');
  await light.hasShown('idle', 'busy', 'needs-input');
});

row(
  'Ctrl-Z is suspended, fg is as it was',
  async ({ start }) => {
    const { claude, light } = await start({ inShell: true });
    await claude.press('C-z');
    await claude.shows(/Stopped|suspended/i);
    claude.mark();
    await light.turns('unknown', { within: 1500 });
    await light.says('suspended', ({ suspended }) => suspended, 1500);
    await claude.type('fg');
    await claude.press('Enter');
    await light.turns('idle', { within: 1500 });
    await light.hasShown('idle', 'unknown', 'idle');
  },
  { onlyFull: 'close to other rows' },
);

row('Ctrl-Z in the middle of a turn, then on', async ({ start }) => {
  const { claude, light } = await start({ inShell: true });
  await claude.say('stream: 60 100');
  await light.turns('busy');
  await claude.shows(/word3/);
  await claude.press('C-z');
  await claude.shows(/Stopped|suspended/i);
  claude.mark();
  await light.turns('unknown', { within: 1500 });
  await claude.type('fg');
  await claude.press('Enter');
  await light.turns('busy', { within: 1500 });
  await claude.rests();
  await light.turns('review');
  await light.hasShown('idle', 'busy', 'unknown', 'busy', 'review');
});
