// Real screens of Claude Code, and a reading of one in words that a person can check against the picture.

import { readdirSync, readFileSync } from 'node:fs';
import type { DialogOption, ScreenReading } from '../../src/core/dialog.ts';
import type { PaneScreen } from '../../src/core/pane.ts';

const SCREENS = new URL('../fixtures/screens/', import.meta.url);

/** Names of all recorded screens, each once: `perm-bash.80x24`. */
export function screenNames(): string[] {
  const names = readdirSync(SCREENS).flatMap((file) => /^(.*)\.(?:ansi|txt)$/.exec(file)?.[1] ?? []);
  return [...new Set(names)].filter((name) => name !== 'readings').sort();
}

/** One recorded screen, with its colours where they were recorded. */
export function recordedScreen(name: string, colours = true): PaneScreen {
  const files = readdirSync(SCREENS);
  const file = colours && files.includes(`${name}.ansi`) ? `${name}.ansi` : `${name}.txt`;
  const [, columns = '80', rows = '40'] = /\.(\d+)(?:x(\d+))?$/.exec(name) ?? [];
  return screenOf(readFileSync(new URL(file, SCREENS), 'utf8'), Number(columns), Number(rows));
}

/** What each recorded screen must be read as, by name. */
export function recordedReadings(): ReadonlyMap<string, string> {
  const sections = readFileSync(new URL('readings.txt', SCREENS), 'utf8').split(/^== /m).slice(1);
  return new Map(
    sections.map((section) => {
      const at = section.indexOf('\n');
      return [section.slice(0, at), section.slice(at + 1).trimEnd()];
    }),
  );
}

/** A screen made of text. The cursor is where nothing is. */
export function screenOf(text: string, columns = 120, rows = 40): PaneScreen {
  return {
    lines: text.replace(/\n$/, '').split('\n'),
    columns,
    rows,
    cursor: { row: rows - 1, column: 0 },
    inMode: false,
    process: 4711,
    command: 'claude',
  };
}

/** A reading, one fact a line. Body lines are counted, not repeated. */
export function inWords(reading: ScreenReading): string {
  if (reading.kind === 'nothing') return 'nothing';
  if (reading.kind === 'composer') return `composer ${JSON.stringify(reading.draft)}`;
  if (reading.kind === 'unreadable') return `unreadable: ${reading.reason} (${reading.lines.length} lines)`;
  const { dialog } = reading;
  const facts = [
    dialog.agent === null ? '' : `from ${dialog.agent}`,
    dialog.position === null ? '' : `${dialog.position.n} of ${dialog.position.of}`,
    dialog.cutLines === 0 ? '' : `${dialog.cutLines} lines cut`,
    dialog.listCut ? 'list cut' : '',
    dialog.amendable ? 'amendable' : '',
  ].filter((fact) => fact !== '');
  const steps = dialog.steps.map(({ title, done, current }) => `${current ? '>' : ''}${title}${done ? ' ✔' : ''}`);
  return [
    [`${dialog.kind} ${JSON.stringify(dialog.title)}`, ...facts].join(', '),
    ...(steps.length === 0 ? [] : [`steps: ${steps.join(' | ')}`]),
    `body: ${dialog.body.length} lines${dialog.body.length === 0 ? '' : `, ${JSON.stringify(dialog.body[0])} … ${JSON.stringify(dialog.body.at(-1))}`}`,
    `question: ${dialog.question}`,
    `tells it: ${dialog.distinctive}`,
    ...dialog.options.map((option, at) => optionInWords(option, at === dialog.highlighted)),
  ].join('\n');
}

function optionInWords(option: DialogOption, highlighted: boolean): string {
  const { digit, label, detail, meaning, text, checked, field, typed, row } = option;
  const facts = [
    meaning,
    text === 'no' ? '' : `text ${text}`,
    field === 'none' ? '' : `field ${field}`,
    typed === null ? '' : `typed ${JSON.stringify(typed)}`,
    checked === null ? '' : checked ? 'ticked' : 'not ticked',
    `row ${row}`,
  ].filter((fact) => fact !== '');
  const under = detail === null ? '' : ` (${detail})`;
  return `${highlighted ? '❯' : ' '} ${digit === null ? '' : `${digit}. `}${label}${under} [${facts.join(', ')}]`;
}
