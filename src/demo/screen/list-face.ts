// A dialog that is a list: permissions, plans, and Claude's own questions. A digit chooses at once where there are
// digits; arrows and Enter choose everywhere; Tab opens a field on a row that takes words. Pure.

import { type Block, paint } from './blocks.ts';
import { CANCELLED, drawBlocks, type EffectName, type Face, type Outcome } from './face.ts';
import type { Key } from './keys.ts';

/** One row. */
export interface Row {
  readonly label: string;
  readonly effect: EffectName;
  /** What Tab makes of it: the words before the field, what stands in the empty field, and what it then does. */
  readonly amend?: { readonly stem: string; readonly hint: string; readonly effect: EffectName };
  /** Nothing but the field: choosing the row opens it. */
  readonly onlyField?: boolean;
  /** A line below it. */
  readonly note?: string;
}

/** A list. */
export interface List {
  readonly above: readonly Block[];
  readonly rows: readonly Row[];
  readonly below: readonly Block[];
  /** What stands below while a field is open. */
  readonly belowField: readonly Block[];
  /** Column of the marker. */
  readonly indent: number;
  readonly digits: boolean;
  /** The row that Shift+Tab chooses, from 0. */
  readonly shortcut?: number;
}

/** The list with its first row highlighted. */
export function listFace(list: List): Face {
  return face(list, 0, null);
}

function face(list: List, at: number, field: string | null): Face {
  const row = list.rows[at];
  if (!row) throw new Error('A list needs rows.');
  return {
    highlighted: field === null ? row.label : `${row.amend?.stem ?? ''}${field || row.amend?.hint}`,
    draw: (frame) =>
      drawBlocks(
        [...list.above, ...rowBlocks(list, at, field), ...(field === null ? list.below : list.belowField)],
        frame,
      ),
    press: (key) => (field === null ? pressList(list, at, key) : pressField(list, at, row, field, key)),
  };
}

function pressList(list: List, at: number, key: Key): Face | Outcome {
  const last = list.rows.length - 1;
  const row = list.rows[at];
  if (key.name === 'Escape') return CANCELLED;
  if (key.name === 'Up') return face(list, at === 0 ? last : at - 1, null);
  if (key.name === 'Down') return face(list, at === last ? 0 : at + 1, null);
  if (key.name === 'Enter' && row) return choose(list, at);
  if (key.name === 'Tab' && row?.amend) return face(list, at, '');
  if (key.name === 'BTab' && list.shortcut !== undefined) return choose(list, list.shortcut);
  const digit = list.digits && /^[1-9]$/.test(key.text) ? list.rows[Number(key.text) - 1] : undefined;
  return digit ? choose(list, list.rows.indexOf(digit)) : face(list, at, null);
}

function pressField(list: List, at: number, row: Row, field: string, key: Key): Face | Outcome {
  if (key.name === 'Escape') return CANCELLED;
  if (key.name === 'Tab') return face(list, at, null);
  if (key.name === 'Up' || key.name === 'Down') return pressList(list, at, key);
  if (key.name === 'BSpace') return face(list, at, [...field].slice(0, -1).join(''));
  if (key.name !== 'Enter') return face(list, at, field + key.text);
  if (field.trim() === '' || !row.amend) return row.onlyField ? face(list, at, field) : choose(list, at);
  return { effect: row.amend.effect, label: row.label, text: field };
}

function choose(list: List, at: number): Face | Outcome {
  const { effect, label, onlyField } = list.rows[at] as Row;
  return onlyField ? face(list, at, '') : { effect, label, text: null };
}

function rowBlocks({ rows, indent, digits }: List, at: number, field: string | null): readonly Block[] {
  const pad = ' '.repeat(indent);
  return rows.flatMap((row, index): readonly Block[] => {
    const here = index === at;
    const number = digits ? paint(`${index + 1}. `, 'dim') : '';
    const hang = `${pad}  ${digits ? '   ' : ''}`;
    const open = here && field !== null && row.amend;
    const words = open ? row.amend.stem + (field || row.amend.hint) : row.label;
    const look = here ? 'accent' : 'plain';
    return [
      {
        kind: 'text',
        text: words,
        first: `${pad}${here ? paint('❯', 'accent') : ' '} ${number}`,
        rest: hang,
        right: 1,
        look,
      },
      ...(row.note === undefined
        ? []
        : [{ kind: 'text', text: row.note, first: hang, rest: hang, right: 1, look: 'dim' } as const]),
    ];
  });
}
