// Puts a dialog together from a list, a form or a notice that was found, and from what stands around it. Pure.

import type { Dialog, DialogOption, ScreenReading } from '../../../core/dialog.ts';
import type { Meaning, PromptKind } from '../../../core/prompt.ts';
import type { List } from './digit-list.ts';
import { distinctiveOf, fingerprintOf } from './fingerprint.ts';
import type { Form } from './form.ts';
import { type Head, linesCut, readHead } from './head.ts';
import { type Cursor, type ReadOption, readOptions } from './list-options.ts';
import { isFieldLabel, kindOf, meaningOf } from './meaning.ts';
import type { Notice } from './notice.ts';
import type { StyledRow } from './styled-text.ts';
import { joined } from './wrapping.ts';

/** A screen being read. */
export interface Place {
  readonly rows: readonly StyledRow[];
  readonly columns: number;
  readonly cursor: Cursor;
}

/** A dialog with a list, below the line at `rule` (-1: that line is above the screen). */
export function listDialog(place: Place, rule: number, list: List): ScreenReading {
  const { rows, columns, cursor } = place;
  const head = readHead(rows, rule, list.first, columns);
  const footer = rows.slice(list.last + 1).map(({ text }) => text);
  const amendable = / · Tab to | Tab to |^Tab to /.test(` ${joined(footer, columns)}`);
  const read = readOptions(rows, list, columns, cursor);
  const { title, question, framed } = head;
  const offered = read.map((option) => meaningIn(option, read, 'dialog'));
  const shape = { framed: framed.length > 0, amendable, cut: list.cut };
  const kind = head.isQuestion ? 'question' : kindOf(title, question, shape, offered);
  if (kind === 'permission' && isBeingDrawn(head)) return { kind: 'nothing' };
  const options = kind === 'question' ? questionOptions(read, head, list.cut) : plainOptions(read, kind, amendable);
  const highlighted = read.findIndex(({ marked }) => marked);
  return complete(head, {
    ...{ kind, options, amendable, listCut: list.cut, highlighted: highlighted < 0 ? null : highlighted },
    cutLines: footer.reduce((sum, row) => sum + linesCut(row), head.cut),
  });
}

/** Claude first draws this where a change to a file will stand, and its lines, each with a number, a moment later. */
function isBeingDrawn({ title, asked }: Head): boolean {
  return /^(?:Edit|Create|Overwrite|Write) (?:file|notebook)\b/.test(title) && asked.join('').trim() === '…';
}

/** A form. */
export function formDialog({ rows, columns }: Place, rule: number, form: Form): ScreenReading {
  const head = readHead(rows, rule, form.first, columns);
  const { options, highlighted, cut } = form;
  return complete(head, { kind: 'form', options, amendable: false, listCut: cut, highlighted, cutLines: head.cut });
}

/** A notice. */
export function noticeDialog({ rows, columns }: Place, rule: number, notice: Notice): ScreenReading {
  const head = readHead(rows, rule, notice.first, columns);
  const { options } = notice;
  return complete(head, {
    kind: 'dialog',
    options,
    amendable: false,
    listCut: false,
    highlighted: null,
    cutLines: head.cut,
  });
}

function complete(
  head: Head,
  rest: Pick<Dialog, 'kind' | 'options' | 'amendable' | 'listCut' | 'highlighted' | 'cutLines'>,
): ScreenReading {
  const { title, agent, position, body, asked, question, steps } = head;
  const seen = { ...rest, title, agent, position, body, framed: asked, question, steps };
  const labels = rest.options.filter(({ field }) => field === 'none').map(({ label }) => label);
  return {
    kind: 'dialog',
    dialog: {
      ...seen,
      fingerprint: fingerprintOf(seen),
      distinctive: distinctiveOf({ ...head.telling, labels }, rest.kind === 'question'),
    },
  };
}

/** Of a question: answers, the row that takes an own answer (the last before the line), and the rows around them. */
function questionOptions(read: readonly ReadOption[], { steps, title }: Head, cut: boolean): DialogOption[] {
  const review = steps.length > 0 && steps.at(-1)?.title === title;
  const digits = read.filter(({ digit }) => digit !== null);
  const apart = digits.findIndex((option) => option.apart);
  const last = (apart > 0 ? digits.slice(0, apart) : digits).at(-1);
  // Of a list that is cut only its looks tell.
  const own = review || (cut && last?.field === 'none') ? undefined : last;
  return read.map((option) => {
    const isOwn = option === own;
    const meaning: Meaning = review ? meaningOf(option.label, 'question') : meaningInQuestion(option, isOwn);
    const field = isOwn ? (option.field === 'open' ? 'open' : 'closed') : 'none';
    return plain(option, meaning, isOwn ? 'must' : 'no', field);
  });
}

function meaningInQuestion({ digit, apart }: ReadOption, isOwn: boolean): Meaning {
  if (digit === null) return 'other';
  return isOwn ? 'write' : apart ? 'chat' : 'choose';
}

/** Of all others: fields as they look, and words that Tab adds to a plain yes or no. */
function plainOptions(read: readonly ReadOption[], kind: PromptKind, amendable: boolean): DialogOption[] {
  // Tab is named only while the marker is on such a row; a plain no tells that it could be.
  const amends =
    amendable ||
    read.some(({ field, label }) => (field === 'open' ? /^(?:yes|no), /i.test(label) : /^no$/i.test(label)));
  return read.map((option) => {
    const meaning = meaningIn(option, read, kind);
    const { field } = option;
    // Left empty, such a row is a plain no.
    const words = meaning === 'deny' ? 'may' : 'must';
    if (isOwnField(option, read)) return plain(option, meaning, words, field === 'open' ? 'open' : 'closed');
    const takesWords = kind === 'permission' && (meaning === 'allow' || meaning === 'deny') && amends;
    return plain(option, meaning, takesWords || field === 'open' ? 'may' : 'no', field === 'open' ? 'open' : 'none');
  });
}

/** A row that is a field and nothing else: the last of the digits, grey or opened, without a yes or a no before it. */
function isOwnField(option: ReadOption, read: readonly ReadOption[]): boolean {
  const last = read.findLast(({ digit }) => digit !== null);
  if (isFieldLabel(option.label)) return true;
  return option === last && option.field !== 'none' && !/^(?:yes|no)\b/i.test(option.label);
}

/** What an option does. In an open field stands what was typed: its place tells, for it must never be taken by its words. */
function meaningIn(option: ReadOption, read: readonly ReadOption[], kind: PromptKind): Meaning {
  if (option.field === 'open' && option.digit !== null) {
    if (option === read.findLast(({ digit }) => digit !== null)) return 'deny';
    if (option.digit === 1 && /^yes\b/i.test(option.label)) return 'allow';
  }
  if (option.field === 'open' && option.digit === null) {
    if (/^no\b/i.test(option.label)) return 'deny';
    if (/^yes\b/i.test(option.label)) return 'allow';
  }
  return meaningOf(option.label, kind);
}

function plain(
  { digit, label, detail, checked, row, typed }: ReadOption,
  meaning: Meaning,
  text: DialogOption['text'],
  field: DialogOption['field'],
): DialogOption {
  return { digit, label, detail, meaning, text, checked, field, typed: field === 'open' ? (typed ?? '') : null, row };
}
