// Where the edits that are asked stand in their files: looked up once for each, when it is asked, and told when it is
// known. A card never waits for it, and one without it only has no line numbers.

import { askOf } from '../../core/ask.ts';
import { placeOfEdit } from '../../core/edit-place.ts';
import type { Living } from '../living.ts';
import type { ReadFileBelow } from '../ports.ts';
import type { Asked } from './asked.ts';
import type { PromptBook } from './book.ts';

/** Looks the places of a session's edits up that were not looked up before. */
export type PlaceEdits = (living: Living) => void;

/** Looks up with `readFile`, and tells by `book`. */
export function placeEdits(
  readFile: ReadFileBelow,
  book: Pick<PromptBook, 'of' | 'byId' | 'tell'>,
  log: (text: string) => void,
): PlaceEdits {
  const seen = new WeakSet<Asked>();

  const place = async (living: Living, asked: Asked): Promise<void> => {
    const { hook, kind } = asked;
    if (hook === null) return;
    const ask = askOf({ kind, tool: hook.question.tool, input: hook.question.input, screen: null });
    if (ask.kind !== 'edit') return;
    const text = await readFile(living.cwd, ask.path);
    asked.place = text === null ? null : placeOfEdit(text, ask.before);
    if (asked.place !== null && book.byId(asked.id) === asked) book.tell(living);
  };

  return (living) => {
    for (const asked of book.of(living)) {
      if (asked.hook === null || seen.has(asked)) continue;
      seen.add(asked);
      place(living, asked).catch((error: unknown) => log(`an edit was not found in its file: ${String(error)}`));
    }
  };
}
