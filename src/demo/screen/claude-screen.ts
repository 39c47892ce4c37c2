// The whole screen of a Claude: its banner and what was said, and at the bottom the open dialog, or the composer. Pure.

import { type Place, paint, type ScreenLine } from './blocks.ts';
import type { Face } from './face.ts';
import { widthOf, wrapText } from './wrap-text.ts';

/** What there is to show. */
export interface Scene {
  readonly cwd: string;
  /** What was said so far, oldest first: prompts begin with `❯ `, Claude's words with `● `. */
  readonly said: readonly string[];
  /** What the person typed and did not send. */
  readonly draft: string;
  /** Seconds of the running turn; `null`: none runs. */
  readonly busyFor: number | null;
  /** What stands in the last line. */
  readonly mode: string;
  /** The dialog on top, and its place among all. */
  readonly dialog: { readonly face: Face; readonly place: Place } | null;
  /** At its start, before there is anything else: the dialog stands at the top. */
  readonly starting: boolean;
}

/** Exactly `rows` lines. */
export function drawScene(
  scene: Scene,
  size: { readonly columns: number; readonly rows: number },
): readonly ScreenLine[] {
  const { columns, rows } = size;
  const bottom =
    scene.dialog === null
      ? composer(scene, columns)
      : scene.dialog.face.draw({ columns, rows, place: scene.dialog.place });
  if (scene.starting && scene.dialog !== null) return filledTo(['', ...bottom].slice(-rows), rows);
  const room = Math.max(0, rows - bottom.length);
  const told = [...banner(scene.cwd), ...scene.said.flatMap((words) => spoken(words, columns))];
  return [...filledTo(room === 0 ? [] : told.slice(-room), room), ...bottom.slice(-rows)];
}

function banner(cwd: string): readonly string[] {
  return [
    '',
    ` ▐▛███▛█   ${paint('Claude Code', 'strong')} ${paint('v2.1.332', 'dim')}`,
    `▝▜██████▀  ${paint('Opus 5.5 · API Usage Billing', 'dim')}`,
    ` ▝▝   ▝▝   ${paint(cwd, 'dim')}`,
    '',
  ];
}

function spoken(words: string, columns: number): readonly string[] {
  return ['', ...wrapText(words, columns - 2).map((row, at) => (at === 0 ? row : `  ${row}`))];
}

function composer({ draft, busyFor, mode }: Scene, columns: number): readonly ScreenLine[] {
  const line = `\u001b[38;5;244m${'─'.repeat(columns)}\u001b[0m`;
  const effort = '◐ medium · /effort';
  const corner = `${' '.repeat(Math.max(0, columns - widthOf(effort) - 2))}${paint(effort, 'dim')}`;
  const rows = wrapText(draft, columns - 3);
  const typed = rows.map((row, at) => `${at === 0 ? '❯\u00a0' : '  '}${row}${at === rows.length - 1 ? CURSOR : ''}`);
  const spinner = busyFor === null ? [] : [`✢ Computing… ${paint(`(${busyFor}s · ↓ 35 tokens)`, 'dim')}`];
  return [...spinner, corner, line, ...typed, line, `  ${paint(`⏸ ${mode}`, 'dim')}`];
}

/** The composer's own cursor, a blank turned round. */
const CURSOR = '\u001b[7m \u001b[0m';

function filledTo(lines: readonly string[], rows: number): readonly string[] {
  return [...lines.slice(0, rows), ...Array.from({ length: Math.max(0, rows - lines.length) }, () => '')];
}
