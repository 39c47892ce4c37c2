// What the receipt says when a real Claude goes with its prompt open: Claude stops its hooks and its dialogs as it ends,
// which looks like an answer, and nobody has answered.

import { existsSync } from 'node:fs';
import { expect } from 'vitest';
import type { Ending } from '../../src/core/prompt.ts';
import type { LabClaude } from '../lab/lab-claude.ts';
import { kill } from '../lab/lab-processes.ts';
import { answerOf, refuses } from '../lab/prompt-play.ts';
import { promptRows, type Scene } from '../lab/prompt-rows.ts';
import type { Way } from '../lab/prompt-venue.ts';
import { CLAUDE_PATIENCE } from '../lab/until.ts';

const { plays } = promptRows();

/** Its pane goes with it where it is the pane's own program, and before it or after. */
const ENDED: readonly Ending[] = ['ended', 'closed'];

function goes(name: string, way: Way, end: (scene: Scene) => unknown, endings: readonly Ending[], onlyFull?: string) {
  const play = async (scene: Scene) => {
    const { venue, asker, claude, word, path } = scene;
    const asked = await scene.ask(`bash: touch ${word} ;; say: made`);
    const prompt = await (way === 'hook' ? asked.card() : asked.cardOfScreen());
    await end(scene);
    // Claude takes its time to end, and tells nothing meanwhile.
    const closed = () => venue.cards.closed(prompt.id);
    const { receipt } = await venue.cards.next('its card is gone', closed, CLAUDE_PATIENCE);
    expect(receipt).toMatchObject({ outcome: 'gone', answer: null, by: null });
    expect(endings).toContain(receipt.ending);
    await refuses(venue.daemon.command('answer', answerOf(prompt, { meaning: 'allow' })), 'answered');
    const late = await venue.daemon.command('just-closed', { session: asker.session });
    expect(late.receipt).toEqual(receipt);
    expect(existsSync(path(word))).toBe(false);
    await claude.ends(CLAUDE_PATIENCE);
    await venue.end(asker);
  };
  plays(name, way, play, onlyFull === undefined ? {} : { onlyFull });
}

const closes = ({ venue, claude }: Scene) => venue.lab.tmux.command('kill-pane', '-t', claude.pane);
const ends =
  (signal: NodeJS.Signals) =>
  ({ claude }: { readonly claude: LabClaude }) =>
    kill(claude.pid, signal);

goes('its pane is closed', 'both', closes, ['closed']);
goes('its terminal is closed, of which nothing tells a pane', 'hook', closes, ['ended']);
goes('its pane is closed, and it runs no hooks', 'pane', closes, ['closed']);
goes('it is told to end', 'hook', ends('SIGTERM'), ['ended']);
goes('it is told to end in its pane', 'both', ends('SIGTERM'), ENDED, 'much like without a pane');
goes('it is killed', 'both', ends('SIGKILL'), ENDED, 'much like told to end');
