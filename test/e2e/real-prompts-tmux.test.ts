// Prompts of the real Claude Code in a person's own tmux server: other indexes, odd names, a hostile configuration. Panes
// are addressed by id, and a name is only ever shown.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { answerOf, PROMPTLY } from '../lab/prompt-play.ts';
import { promptRows } from '../lab/prompt-rows.ts';
import { until } from '../lab/until.ts';

const directory = mkdtempSync(join(tmpdir(), 'tmx-conf-'));
const ran = join(directory, 'ran');
const configuration = join(directory, 'tmux.conf');
writeFileSync(
  configuration,
  `
set -g base-index 1
setw -g pane-base-index 1
set -g renumber-windows on
set -g prefix None
set -g mode-keys vi
set -g status-keys vi
set -g mouse on
set -g focus-events on
set -s escape-time 2000
set -s extended-keys always
set -g history-limit 0
setw -g synchronize-panes on
setw -g monitor-activity on
setw -g aggressive-resize on
set -g window-size smallest
set -g detach-on-destroy off
set -g remain-on-exit on
set -g pane-border-status top
set -g pane-border-format '#{pane_title} #(true)'
set -g set-titles on
set -g automatic-rename-format '%%1 #{pane_id} ;'
set -g word-separators ' '
set -g message-style 'bg=red'
bind -n Enter kill-pane
bind -n 1 kill-server
set-hook -g client-attached 'display-message "%output %1 attached"'
set-hook -g after-send-keys 'display-message "%exit"'
`,
);

const { plays } = promptRows({ tmuxConfiguration: configuration });

afterAll(() => rmSync(directory, { recursive: true, force: true }));

// tmux turns dots and colons into something else; what starts like a target or holds a format must stay a name.
for (const name of ['my work', '-lead; kill-server', 'a.b:c', '%1', '@1', '=x$(true)', `#(touch ${ran})`, 'é"q\'']) {
  const usual = ['-lead; kill-server', '%1', `#(touch ${ran})`].includes(name);
  plays(
    `M04, M07: base-index 1, a hostile tmux.conf, a session called ${name.replace(ran, '/ran')}`,
    'pane',
    async ({ venue, claude, ask, path, word }) => {
      // tmux expands formats in a new name.
      await venue.lab.tmux.command('rename-session', '-t', claude.pane, '--', name.replaceAll('#', '##'));
      const play = await ask(`bash: touch ${word} ;; say: made`);
      const prompt = await play.cardOfScreen();
      await play.answer(prompt, { meaning: 'allow' }, 'allowed');
      await play.result('Bash');
      await play.rests();
      expect(existsSync(path(word))).toBe(true);
      expect(existsSync(ran)).toBe(false);
    },
    usual ? {} : { onlyFull: 'one odd name more' },
  );
}

plays(
  'A5, A9: the pane of a Claude that asks is closed: its card goes and its session has ended',
  'pane',
  async ({ venue, word }) => {
    const one = await venue.start('both');
    const { cards, lab } = venue;
    try {
      await one.claude.say(`bash: touch ${word} ;; say: never`);
      const ready = () => cards.open(one.session).find(({ options }) => options.length > 0);
      const prompt = await cards.next('a card', ready, 6000);
      await lab.tmux.command('kill-pane', '-t', one.claude.pane);
      const closed = await cards.next('the card is gone', () => cards.closed(prompt.id), PROMPTLY + 1500);
      expect(closed.receipt).toMatchObject({ answer: null, by: null });
      const ended = () => cards.snapshot().sessions.find(({ id }) => id === one.session)?.state === 'ended';
      await cards.next('it has ended', ended, 2000);
      await expect(venue.daemon.command('answer', answerOf(prompt, { meaning: 'allow' }))).rejects.toThrow(
        '"problem":"answered"',
      );
    } finally {
      await venue.end(one);
    }
  },
);

plays('M06, M08: what a pane was configured to is as it was after answers', 'pane', async ({ venue, claude, ask }) => {
  const options = () => venue.lab.tmux.command('show-options', '-p', '-t', claude.pane);
  const windows = () =>
    venue.lab.tmux.command('list-windows', '-a', '-F', '#{window_id} #{window_width}x#{window_height} #{window-size}');
  const before = [await options(), await windows()];
  const play = await ask('bash: touch untouched ;; say: made');
  await play.answer(await play.cardOfScreen(), { meaning: 'deny' }, 'denied');
  await play.rests();
  await until('no option of ours is left', async () => (await options()) === before[0]);
  expect(await windows()).toBe(before[1]);
  expect(readFileSync(configuration, 'utf8')).toContain('base-index 1');
});
