// AskUserQuestion on the screen: one question or several behind tabs, one answer or several of each, an own answer, and a
// review at the end. Pure.

import { BLANK, type Block, paint, rule, text } from './blocks.ts';
import { CANCELLED, drawBlocks, type Face, type Outcome } from './face.ts';
import type { Key } from './keys.ts';
import { widthOf } from './wrap-text.ts';

/** One question as Claude asks it. */
export interface Question {
  readonly question: string;
  readonly header: string;
  readonly options: readonly { readonly label: string; readonly description: string }[];
  readonly multiSelect: boolean;
}

/** What was chosen for one question so far. */
interface Chosen {
  /** Places of the options. */
  readonly picked: readonly number[];
  readonly written: string;
  readonly done: boolean;
}

/** Where the person is: `tab` counts the questions, then the review; `row` the rows of the tab. */
interface Place {
  readonly tab: number;
  readonly row: number;
  readonly chosen: readonly Chosen[];
}

type RowKind = 'option' | 'write' | 'next' | 'chat';

/** The dialog with its first question. Needs at least one. */
export function questionFace(questions: readonly Question[]): Face {
  return face(questions, { tab: 0, row: 0, chosen: questions.map(() => ({ picked: [], written: '', done: false })) });
}

function face(questions: readonly Question[], place: Place): Face {
  const question = questions[place.tab];
  return {
    highlighted: question ? labelOf(question, place) : (REVIEW[place.row] ?? ''),
    draw: (frame) =>
      drawBlocks(
        question
          ? questionBlocks(questions, question, place, frame.columns)
          : reviewBlocks(questions, place, frame.columns),
        frame,
      ),
    press: (key) => {
      if (key.name === 'Escape') return CANCELLED;
      return question ? pressQuestion(questions, question, place, key) : pressReview(questions, place, key);
    },
  };
}

const REVIEW = ['Submit answers', 'Cancel'];

function rowsOf({ options, multiSelect }: Question): readonly RowKind[] {
  return [...options.map(() => 'option' as const), 'write', ...(multiSelect ? ['next' as const] : []), 'chat'];
}

function pressQuestion(questions: readonly Question[], question: Question, place: Place, key: Key): Face | Outcome {
  const rows = rowsOf(question);
  const go = (row: number) => face(questions, { ...place, row: (row + rows.length) % rows.length });
  const chosen = place.chosen[place.tab] as Chosen;
  const tabs = questions.length > 1 || question.multiSelect;
  if (key.name === 'Up') return go(place.row - 1);
  if (key.name === 'Down') return go(place.row + 1);
  if (tabs && (key.name === 'Tab' || key.name === 'Right')) {
    return face(questions, { ...place, tab: Math.min(place.tab + 1, questions.length), row: 0 });
  }
  if (tabs && (key.name === 'BTab' || key.name === 'Left')) {
    return face(questions, { ...place, tab: Math.max(place.tab - 1, 0), row: 0 });
  }
  const typing = rows[place.row] === 'write';
  if (typing && key.name === 'BSpace') return write(questions, place, [...chosen.written].slice(0, -1).join(''));
  if (typing && (key.name === 'Text' || key.name === 'Newline')) {
    return write(questions, place, chosen.written + key.text);
  }
  if (key.name === 'Enter') return choose(questions, question, place, place.row);
  if (question.multiSelect && key.text === ' ') return choose(questions, question, place, place.row);
  if (!/^[1-9]$/.test(key.text)) return face(questions, place);
  // The row without a digit is not counted.
  const counted = rows.flatMap((kind, at) => (kind === 'next' ? [] : [at]));
  const at = counted[Number(key.text) - 1];
  if (at === undefined) return face(questions, place);
  return rows[at] === 'write' ? go(at) : choose(questions, question, { ...place, row: at }, at);
}

/** Enter, or a digit, on a row. */
function choose(questions: readonly Question[], question: Question, place: Place, row: number): Face | Outcome {
  const kind = rowsOf(question)[row];
  const chosen = place.chosen[place.tab] as Chosen;
  if (kind === 'chat') return { effect: 'chat', label: 'Chat about this', text: null };
  if (kind === 'next') return advance(questions, keep(place, { ...chosen, done: true }));
  if (kind === 'write') {
    if (chosen.written.trim() === '') return face(questions, place);
    if (!question.multiSelect) return advance(questions, keep(place, { ...chosen, picked: [], done: true }));
    return face(questions, place);
  }
  if (!question.multiSelect) return advance(questions, keep(place, { picked: [row], written: '', done: true }));
  const picked = chosen.picked.includes(row) ? chosen.picked.filter((each) => each !== row) : [...chosen.picked, row];
  return face(questions, keep({ ...place, row }, { ...chosen, picked: picked.toSorted((a, b) => a - b), done: true }));
}

function write(questions: readonly Question[], place: Place, written: string): Face {
  const chosen = place.chosen[place.tab] as Chosen;
  return face(questions, keep(place, { ...chosen, written, done: written !== '' || chosen.picked.length > 0 }));
}

/** On to the next tab; one question with one answer has no other, and is done. */
function advance(questions: readonly Question[], place: Place): Face | Outcome {
  if (questions.length === 1 && questions[0]?.multiSelect === false) return submitted(questions, place);
  return face(questions, { ...place, tab: place.tab + 1, row: 0 });
}

function pressReview(questions: readonly Question[], place: Place, key: Key): Face | Outcome {
  if (key.name === 'Up' || key.name === 'Down') return face(questions, { ...place, row: 1 - place.row });
  if (key.name === 'Left' || key.name === 'BTab') {
    return face(questions, { ...place, tab: questions.length - 1, row: 0 });
  }
  const row = key.name === 'Enter' ? place.row : ['1', '2'].indexOf(key.text);
  if (row === 0) return submitted(questions, place);
  return row === 1 ? CANCELLED : face(questions, place);
}

function submitted(questions: readonly Question[], place: Place): Outcome {
  const answers = questions.map(
    (question, at) => [question.question, wordsOf(question, place.chosen[at] as Chosen)] as const,
  );
  const one = answers.length === 1 ? (answers[0]?.[1] ?? '') : REVIEW[0];
  return { effect: 'answered', label: one ?? '', text: null, answers: Object.fromEntries(answers) };
}

function wordsOf({ options }: Question, { picked, written }: Chosen): string {
  const labels = picked.map((at) => options[at]?.label ?? '');
  return [...labels, ...(written.trim() === '' ? [] : [written])].join(', ');
}

function keep(place: Place, chosen: Chosen): Place {
  return { ...place, chosen: place.chosen.map((each, at) => (at === place.tab ? chosen : each)) };
}

function labelOf(question: Question, { row }: Place): string {
  const kind = rowsOf(question)[row];
  if (kind === 'write') return 'Type something.';
  if (kind === 'chat') return 'Chat about this';
  return kind === 'next' ? 'Next' : (question.options[row]?.label ?? '');
}

function questionBlocks(
  questions: readonly Question[],
  question: Question,
  place: Place,
  columns: number,
): readonly Block[] {
  const several = questions.length > 1;
  const tabs = several || question.multiSelect;
  const chosen = place.chosen[place.tab] as Chosen;
  let digit = 0;
  const blocks = rowsOf(question).flatMap((kind, at): readonly Block[] => {
    const here = at === place.row;
    const marker = here ? paint('❯', 'accent') : ' ';
    if (kind === 'next') {
      const words = several ? 'Next' : 'Submit';
      return [{ kind: 'text', text: words, first: `${marker}    `, rest: '     ', right: 1, look: 'strong' }];
    }
    digit += 1;
    const ticked = kind === 'option' ? chosen.picked.includes(at) : chosen.written !== '';
    const box = question.multiSelect && kind !== 'chat' ? `[${ticked ? '✔' : ' '}] ` : '';
    const hint = question.multiSelect ? 'Type something' : 'Type something.';
    const words =
      kind === 'option'
        ? (question.options[at]?.label ?? '')
        : kind === 'chat'
          ? 'Chat about this'
          : chosen.written || hint;
    const first = `${marker} ${paint(`${digit}. `, 'dim')}${box}`;
    const pad = ' '.repeat(5 + box.length);
    const row: Block = { kind: 'text', text: words, first, rest: pad, right: 1, look: here ? 'accent' : 'plain' };
    if (kind === 'chat') return [rule(), row];
    const about = kind === 'option' ? (question.options[at]?.description ?? '') : '';
    const below: Block = { kind: 'text', text: about, first: pad, rest: pad, right: 1, look: 'dim' };
    return about === '' ? [row] : [row, below];
  });
  const moves = several ? 'Tab/Arrow keys' : '↑/↓';
  return [
    rule(),
    tabs ? tabBlock(questions, place, columns) : text(`☐ ${question.header}`),
    BLANK,
    text(question.question, 0, 'strong'),
    BLANK,
    ...blocks,
    BLANK,
    text(`Enter to select · ${moves} to navigate · Esc to cancel`, 0, 'dim'),
  ];
}

function reviewBlocks(questions: readonly Question[], place: Place, columns: number): readonly Block[] {
  const rows = REVIEW.map(
    (label, at): Block => ({
      kind: 'text',
      text: label,
      first: `${at === place.row ? paint('❯', 'accent') : ' '} ${paint(`${at + 1}. `, 'dim')}`,
      rest: '     ',
      right: 1,
      look: at === place.row ? 'accent' : 'plain',
    }),
  );
  const answers = questions.flatMap((question, at) => [
    text(`● ${question.question}`),
    text(`→ ${wordsOf(question, place.chosen[at] as Chosen)}`, 3),
  ]);
  return [
    rule(),
    tabBlock(questions, place, columns),
    BLANK,
    text('Review your answers', 0, 'strong'),
    BLANK,
    ...answers,
    BLANK,
    ...rows,
    BLANK,
    BLANK,
  ];
}

/** The tabs; where they are too wide, the titles of the others give way. */
function tabBlock(questions: readonly Question[], { tab, chosen }: Place, columns: number): Block {
  const whole = questions.reduce((sum, { header }) => sum + widthOf(header) + 4, 0) + '←  ✔ Submit  →'.length;
  const others = questions.filter((_, at) => at !== tab).length;
  const each = others === 0 ? 0 : Math.ceil(Math.max(0, whole - columns) / others);
  const titles = questions.map(({ header }, at) => {
    const words = at === tab || each === 0 ? header : `${header.slice(0, Math.max(1, header.length - each - 1))}…`;
    const title = `${chosen[at]?.done ? '☒' : '☐'} ${words}`;
    return at === tab ? `\u001b[38;5;16;48;5;153m ${title} \u001b[0m` : ` ${title} `;
  });
  const submit = tab === questions.length ? '\u001b[38;5;16;48;5;153m ✔ Submit \u001b[0m' : ' ✔ Submit ';
  return { kind: 'text', text: '', first: `← ${titles.join('')}${submit} →`, rest: '', right: 0, look: 'plain' };
}
