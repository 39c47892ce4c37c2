// Where the edits that are asked stand in their files: looked up once for each, when it is asked, and told when it is
// known. A card never waits for it, and one without it only has no line numbers. Of what anybody may have written over
// HTTP no file is opened: only a launcher of this machine, or a transcript, names one.

import { askOf } from '../../core/ask.ts';
import { type EditPlace, placeOfEdit } from '../../core/edit-place.ts';
import type { HookQuestion } from '../../core/hook-question.ts';
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
  /** What each asked when it was looked up last. */
  const seen = new WeakMap<Asked, HookQuestion>();

  const place = async (living: Living, asked: Asked, { tool, input }: HookQuestion): Promise<EditPlace | null> => {
    const ask = askOf({ kind: asked.kind, tool, input, screen: null });
    const text = ask.kind === 'edit' ? await readFile(living.cwd, ask.path) : null;
    return text === null || ask.kind !== 'edit' ? null : placeOfEdit(text, ask.before);
  };
  const lookUp = async (living: Living, asked: Asked, question: HookQuestion): Promise<void> => {
    const found = await place(living, asked, question);
    if (found === null || seen.get(asked) !== question || book.byId(asked.id) !== asked) return;
    asked.place = found;
    book.tell(living);
  };

  return (living) => {
    for (const asked of book.of(living)) {
      const question = namesFile(asked);
      if (question === (seen.get(asked) ?? null)) continue;
      asked.place = null;
      if (question === null) {
        seen.delete(asked);
        continue;
      }
      seen.set(asked, question);
      lookUp(living, asked, question).catch((error: unknown) =>
        log(`an edit was not found in its file: ${String(error)}`),
      );
    }
  };
}

/** What it asks, where that came from this machine: of what came over HTTP, no launcher ever waited. */
function namesFile({ hook, call }: Asked): HookQuestion | null {
  if (hook === null) return call?.question ?? null;
  return hook.question.held === null ? null : hook.question;
}
