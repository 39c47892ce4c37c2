// The form that an MCP server shows: fields below each other, two buttons beside each other (`Accept    Decline`). Pure.

import type { DialogOption } from '../../../core/dialog.ts';
import { indentOf, type StyledRow } from './styled-text.ts';

/** A form, read. */
export interface Form {
  readonly options: readonly DialogOption[];
  readonly highlighted: number | null;
  /** First screen row of its fields. */
  readonly first: number;
  /** Last screen row of it: its buttons, or its last field where these are cut off. */
  readonly last: number;
  /** Its buttons are below the end of the screen. */
  readonly cut: boolean;
}

const FIELD = /^ {2}(❯| ) (.) (\S[^:]*):(?: (.*))?$/;
const BUTTONS = /^ {2}(❯| ) (\S+(?: \S+)*) {2}(❯| ) (\S+(?: \S+)*)$/;

/** Reads the form between two screen rows, both included; `null` where there is none. */
export function readForm(rows: readonly StyledRow[], from: number, to: number): Form | null {
  const textAt = (row: number) => rows[row]?.text ?? '';
  let buttons = -1;
  for (let row = to; row >= from && buttons < 0; row -= 1) if (BUTTONS.test(textAt(row))) buttons = row;
  const end = buttons < 0 ? to : buttons;
  const fields: { row: number; marked: boolean; name: string; value: string }[] = [];
  for (let row = from; row < (buttons < 0 ? to + 1 : buttons); row += 1) {
    const [whole, marker, sign = '', name = '', value = ''] = FIELD.exec(textAt(row)) ?? [];
    if (whole !== undefined) {
      // Only a sign says that something is in it; the rest are the field's own words.
      fields.push({ row, marked: marker === '❯', name, value: /[✔⚠]/.test(sign) ? value : '' });
    }
  }
  const [, left, accept = '', right, decline = ''] = BUTTONS.exec(textAt(buttons)) ?? [];
  const marked = fields.filter((field) => field.marked).length + [left, right].filter((each) => each === '❯').length;
  // One marker tells a form from prose with colons.
  if (marked !== 1 || (fields.length === 0 && buttons < 0)) return null;
  const options: DialogOption[] = fields.map(({ row, marked, name, value }, at) => ({
    ...{ digit: null, label: name, detail: under(rows, row, fields[at + 1]?.row ?? end), meaning: 'other' },
    ...{
      text: 'must',
      checked: null,
      field: marked ? 'open' : 'closed',
      typed: marked ? [value, ...choicesUnder(rows, row)].join(' ').trim() : null,
      row,
    },
  }));
  const button = {
    digit: null,
    detail: null,
    text: 'no',
    checked: null,
    field: 'none',
    typed: null,
    row: buttons,
  } as const;
  if (buttons >= 0) {
    options.push({ ...button, label: accept, meaning: /^accept$/i.test(accept) ? 'accept' : 'other' });
    options.push({ ...button, label: decline, meaning: /^decline$/i.test(decline) ? 'decline' : 'other' });
  }
  const at = fields.findIndex((field) => field.marked);
  const highlighted = at >= 0 ? at : fields.length + (left === '❯' ? 0 : 1);
  // "↓ 3 more": in a short pane the fields scroll.
  const scrolls = rows.slice(from, end).some(({ text }) => /^ {2,4}[↑↓] \d/.test(text));
  return {
    options,
    highlighted,
    first: fields[0]?.row ?? buttons,
    last: buttons < 0 ? (fields.at(-1)?.row ?? to) : buttons,
    cut: buttons < 0 || scrolls,
  };
}

const CHOICE = /^\s{8,}(?:❯ )?[◯◉●☐☒✔] /;

/** The unfolded choices of a field, marker and boxes included: they are what moves while one is chosen. */
function choicesUnder(rows: readonly StyledRow[], row: number): string[] {
  const texts: string[] = [];
  for (let at = row + 1; CHOICE.test(rows[at]?.text ?? ''); at += 1) texts.push(rows[at]?.text.trim() ?? '');
  return texts;
}

/** What stands under a field, its opened choices excepted. */
function under(rows: readonly StyledRow[], row: number, next: number): string | null {
  const texts: string[] = [];
  for (let at = row + 1; at < next; at += 1) {
    const { text = '' } = rows[at] ?? {};
    if (text === '') break;
    if (indentOf(text) >= 8 && !CHOICE.test(text)) texts.push(text.trim());
  }
  return texts.length === 0 ? null : texts.join(' ');
}
