// What a stand-in has on its screen and what its keys do: the open dialogs, oldest on top, and the composer below them.
// It knows nothing of files or hooks: it tells what was chosen, and is told what to show. Without a terminal it holds the
// dialogs all the same.

import type { LogEffect } from './effects-log.ts';
import type { Terminal } from './pane-body.ts';
import type { Ask } from './playing.ts';
import { drawScene } from './screen/claude-screen.ts';
import { type Face, isOutcome, type Outcome } from './screen/face.ts';
import { type Key, keysIn } from './screen/keys.ts';
import type { TroubleStep } from './steps.ts';

/** Asks a terminal for its cursor, and its answer. */
const ASK_CURSOR = '\u001b[6n';
// biome-ignore lint/suspicious/noControlCharactersInRegex: terminals answer in control sequences.
const CURSOR = /^\u001b\[\d+;\d+R$/;
/** Keys that come this long after a dialog appeared are lost, in milliseconds: Claude's own. */
const DROP_KEYS_MS = 150;

/** One stand-in's screen and keyboard. */
export interface Desk {
  readonly show: (ask: Ask) => void;
  /** Takes a dialog away. Tells the keys it took; `null`: it was not there. */
  readonly close: (dialog: string) => readonly string[] | null;
  /** Something was said. */
  readonly say: (words: string) => void;
  /** Claude works, or not any more; and in which mode it is. */
  readonly tell: (working: boolean, mode: string) => void;
  readonly trouble: (step: TroubleStep) => void;
  /** Does this when the next key comes, before the key is taken. */
  readonly onKey: (first: () => Promise<void>) => void;
}

/** Who is told. All but `chosen` are about keys that no dialog took. */
export interface DeskOwner {
  readonly cwd: string;
  readonly log: LogEffect;
  readonly chosen: (dialog: string, outcome: Outcome, keys: readonly string[]) => void;
  readonly prompted: (text: string) => void;
  readonly interrupted: () => void;
  readonly left: () => void;
  /** Somebody is there: a dialog took a key. */
  readonly pressed: () => void;
  /** The terminal is gone. */
  readonly gone: () => void;
}

interface OpenDialog {
  readonly ask: Ask;
  face: Face;
  /** When the terminal showed it on top, by `performance.now()`. */
  since: number;
  readonly keys: string[];
}

/** @param terminal `null`: nothing is drawn, no key comes. */
export function openDesk(owner: DeskOwner, terminal: Terminal | null): Desk {
  const dialogs: OpenDialog[] = [];
  const said: string[] = [];
  const trouble = { dropKeys: DROP_KEYS_MS, ignoreUntil: 0, redraw: 0 };
  let [draft, mode, workingSince] = ['', 'manual mode on', null as number | null];
  let first: (() => Promise<void>) | null = null;
  let interrupts = 0;
  let drawing = 0;
  let input = Promise.resolve();
  /** How often the terminal was asked where its cursor is and has not answered: so long it may show what was before. */
  let unanswered = 0;
  /** How many dialogs are gone since none was open: Claude counts them. */
  let past = 0;

  const draw = () => {
    if (terminal === null) return;
    drawing += 1;
    const [top] = dialogs;
    const busyFor = workingSince === null ? null : Math.floor((performance.now() - workingSince) / 1000);
    const dialog = top === undefined ? null : { face: top.face, place: { n: past + 1, of: past + dialogs.length } };
    const starting = top?.ask.kind === 'trust';
    const lines = drawScene({ cwd: owner.cwd, said, draft, busyFor, mode, dialog, starting }, terminal.size());
    const half = trouble.redraw > 0 ? Math.floor(lines.length / 2) : lines.length;
    terminal.write(rows(lines.slice(0, half), 0));
    if (half === lines.length) return;
    const drawn = drawing;
    setTimeout(() => {
      if (drawn === drawing) terminal.write(rows(lines.slice(half), half));
    }, trouble.redraw);
  };

  /** The top is another one: asks the terminal to tell when it shows that. Keys sent before come before its answer. */
  const changes = () => {
    if (terminal === null) return;
    unanswered += 1;
    setTimeout(() => terminal.write(ASK_CURSOR), trouble.redraw);
  };

  const answered = () => {
    unanswered -= 1;
    const [top] = dialogs;
    if (unanswered > 0 || top === undefined) return;
    top.since = performance.now();
    owner.log({ event: 'shown', dialog: top.ask.dialog });
  };

  const remove = (dialog: string): OpenDialog | null => {
    const at = dialogs.findIndex(({ ask }) => ask.dialog === dialog);
    const [removed] = at === -1 ? [] : dialogs.splice(at, 1);
    if (removed === undefined) return null;
    past = dialogs.length === 0 ? 0 : past + 1;
    const [top] = dialogs;
    if (at === 0 && top) top.since = Number.POSITIVE_INFINITY;
    if (at === 0) changes();
    return removed;
  };

  const press = (key: Key, at: number): void => {
    const [top] = dialogs;
    const early = top !== undefined && at - top.since < trouble.dropKeys;
    const taken = at >= trouble.ignoreUntil && !early;
    const { name, text, bytes } = key;
    const about = { key: name === 'Text' ? text : name, bytes, taken, blind: unanswered > 0 };
    owner.log({ event: 'key', dialog: top?.ask.dialog ?? null, ...about, highlighted: top?.face.highlighted ?? null });
    if (!taken) return;
    if (top === undefined) {
      compose(key);
      return;
    }
    owner.pressed();
    top.keys.push(bytes);
    const result = top.face.press(key);
    if (!isOutcome(result)) {
      top.face = result;
      return;
    }
    remove(top.ask.dialog);
    owner.chosen(top.ask.dialog, result, top.keys);
  };

  const compose = ({ name, text }: Key): void => {
    interrupts = name === 'Interrupt' ? interrupts + 1 : 0;
    if (interrupts === 2) owner.left();
    else if (name === 'Interrupt') draft = '';
    else if (name === 'BSpace') draft = [...draft].slice(0, -1).join('');
    else if (name === 'Escape' && workingSince !== null) owner.interrupted();
    else if (name === 'Enter' && draft.trim() !== '') {
      const sent = draft;
      draft = '';
      owner.prompted(sent);
    } else draft += text;
  };

  const typed = async (chunk: string, at: number): Promise<void> => {
    const before = first;
    first = null;
    await before?.();
    for (const key of keysIn(chunk)) {
      if (CURSOR.test(key.bytes)) answered();
      else press(key, at);
    }
    draw();
  };

  terminal?.listen((chunk) => {
    if (chunk === null) return owner.gone();
    const at = performance.now();
    input = input.then(() => typed(chunk, at)).catch((error) => owner.log({ event: 'fault', text: String(error) }));
  });
  terminal?.resized(draw);
  terminal?.write('\u001b[?2004h\u001b[?25l\u001b[2J');
  draw();

  return {
    show: (ask) => {
      const dialog = { ask, face: ask.face, since: Number.POSITIVE_INFINITY, keys: [] };
      dialogs.push(dialog);
      if (dialogs.length === 1) changes();
      owner.log({ event: 'open', dialog: ask.dialog, subject: ask.subject });
      draw();
    },
    close: (dialog) => {
      const removed = remove(dialog);
      draw();
      return removed === null ? null : removed.keys;
    },
    say: (words) => {
      said.push(words);
      draw();
    },
    tell: (working, now) => {
      if (working !== (workingSince !== null)) workingSince = working ? performance.now() : null;
      mode = `${now === 'default' ? 'manual' : now} mode on${working ? ' · esc to interrupt' : ' · ? for shortcuts'}`;
      draw();
    },
    trouble: ({ dropKeys, ignoreKeys, redraw }) => {
      if (dropKeys !== undefined) trouble.dropKeys = dropKeys;
      if (ignoreKeys !== undefined) trouble.ignoreUntil = performance.now() + ignoreKeys;
      if (redraw !== undefined) trouble.redraw = redraw;
    },
    onKey: (does) => {
      first = does;
    },
  };
}

/** Writes whole rows where they belong, from `from` on. */
function rows(lines: readonly string[], from: number): string {
  return lines.map((line, at) => `\u001b[${from + at + 1};1H${line}\u001b[K`).join('');
}
