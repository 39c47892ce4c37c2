// Puts our hooks into one settings file of Claude's, or takes them out: reads, plans, checks that nothing of anybody
// else's is lost, writes, and reads back. It must never write what it did not check.

import { backUp, digest, dropCopy, dropRecord, type InstallRecord, readRecord, saveRecord } from './install-record.ts';
import { JsonMistake, parseTree } from './json-tree.ts';
import { markedHomes } from './marked-homes.ts';
import { foreignPart, holdsExactly, mergeHooks } from './merge-hooks.ts';
import { type OtherHome, OtherHomeRefusal, otherHomes } from './other-homes.ts';
import { type IsOurs, makeIsOfHome, makeIsOurs } from './our-hooks.ts';
import { removeHooks } from './remove-hooks.ts';
import { readSettings, type SettingsFile } from './settings-file.ts';
import { withSettingsLock } from './settings-lock.ts';
import { SettingsRefusal } from './settings-refusal.ts';
import { unreadByClaude } from './unread-by-claude.ts';
import { type Written, writeSettings } from './write-settings.ts';

/** Which file, and for whom. */
export interface HookSetup {
  /** The settings file. */
  readonly path: string;
  /** The Tallymux home, absolute. */
  readonly home: string;
  /** Where copies and records are kept. */
  readonly backup: string;
  readonly now: Date;
  /** Only tell what would be done. */
  readonly dryRun: boolean;
}

/** What was done, or would be. */
export interface HookChange {
  readonly path: string;
  readonly real: string;
  readonly changed: boolean;
  /** Texts before and after; `null`: no file. */
  readonly before: string | null;
  readonly after: string | null;
  /** The dated copy that was made now. */
  readonly backup: string | null;
  /** Events left to an entry that somebody made by hand around ours. */
  readonly wrapped: readonly string[];
  /** Other Tallymux homes whose hooks were taken out. */
  readonly replaced: readonly OtherHome[];
}

/** Another program may be writing the same file; after so many tries it wins. */
const TRIES = 20;

/**
 * Makes a settings file hold exactly these hooks of ours. Those of another home go where nothing is left of that home, or
 * where the person said so.
 * @param replace whether to take out those of a home that is still there.
 * @throws OtherHomeRefusal when such hooks stand there and are not to be taken out; the file is as it was then.
 * @throws SettingsRefusal in words for the person, also where Claude reads nothing of the file; it is as it was then.
 */
export function installHooks(setup: HookSetup, events: readonly string[], replace = false): HookChange {
  return change(setup, (text, record) => planInstall(text, record, { setup, events, replace }));
}

/**
 * Takes the hooks of this home out of a settings file; those of other homes stay, whoever put them in. Gives back the original bytes where nobody changed the file since.
 * @throws SettingsRefusal in words for the person; the file is as it was then.
 */
export function uninstallHooks(setup: HookSetup): HookChange {
  const isOurs = makeIsOfHome(setup.home);
  return change(setup, (text, record) => planRemoval(text, record, isOurs));
}

/** What a file is to become. */
interface Plan {
  /** Which hooks may go. */
  readonly isOurs: IsOurs;
  readonly text: string | null;
  readonly wrapped: readonly string[];
  readonly replaced: readonly OtherHome[];
  /** What to remember; `null`: forget. */
  readonly record: Omit<InstallRecord, 'real'> | null;
}

type Planner = (text: string | null, record: InstallRecord | null) => Plan;

/** What to put in, and over whose. */
interface Wanted {
  readonly setup: HookSetup;
  readonly events: readonly string[];
  readonly replace: boolean;
}

function planInstall(text: string | null, record: InstallRecord | null, wanted: Wanted): Plan {
  const { events, replace } = wanted;
  const { home, path } = wanted.setup;
  const blank = (text ?? '').replace('\uFEFF', '').trim() === '';
  const root = blank ? null : parseTree(text ?? '');
  const isOurs = makeIsOurs(home, root === null ? undefined : markedHomes(root));
  if (root !== null && holdsExactly(text ?? '', home, events, isOurs))
    return { isOurs, text, wrapped: [], replaced: [], record };
  refuseUnread(path, text ?? '');
  const others = root === null ? [] : otherHomes(root, home);
  const living = others.filter(({ gone }) => !gone);
  if (living.length > 0 && !replace) throw new OtherHomeRefusal(path, living);
  // What stood there first may hold hooks of a home that is gone by now.
  const original =
    text !== null && record?.wrote === digest(text)
      ? withoutOurs(record.original, null, isOurs)
      : withoutOurs(text, record, isOurs);
  const { text: after, made, wrapped } = mergeHooks(original ?? '', home, events);
  const nothing = after === (original ?? '');
  return {
    isOurs,
    text: nothing ? original : after,
    wrapped,
    replaced: others,
    record: nothing ? null : { original, wrote: digest(after), made },
  };
}

/** Hooks in a file that Claude takes nothing of would run nothing, and the person has to change it anyway. */
function refuseUnread(path: string, text: string): void {
  const place = unreadByClaude(text);
  if (place === null) return;
  throw new SettingsRefusal(
    `${path}, line ${place.line}, column ${place.column}: not plain JSON from here on, so Claude Code takes nothing of this file, hooks or other. Take comments and trailing commas out of it, then try again. Nothing was changed.`,
  );
}

function planRemoval(text: string | null, record: InstallRecord | null, isOurs: IsOurs): Plan {
  const unchanged = text !== null && record?.wrote === digest(text);
  return {
    isOurs,
    text: unchanged ? record.original : withoutOurs(text, record, isOurs),
    wrapped: [],
    replaced: [],
    record: null,
  };
}

function withoutOurs(text: string | null, record: InstallRecord | null, isOurs: IsOurs): string | null {
  return text === null ? null : removeHooks(text, isOurs, record?.made ?? null);
}

function change(setup: HookSetup, plan: Planner): HookChange {
  const first = readSettings(setup.path);
  if (setup.dryRun || settled(setup, first, plan)) return attempt(setup, first, plan).change;
  return withSettingsLock(first.real, () => {
    // What was written and then written over counts: the other program may have taken it along.
    let wrote = false;
    let backup: string | null = null;
    let replaced: readonly OtherHome[] = [];
    for (let left = TRIES; left > 0; left -= 1) {
      const { change, how } = attempt(setup, readSettings(setup.path), plan);
      backup = change.backup ?? backup;
      if (change.replaced.length > 0) replaced = change.replaced;
      if (how === 'written') return { ...change, changed: change.changed || wrote, backup, replaced };
      wrote ||= how === 'changed-after';
    }
    return never(first);
  });
}

/** Whether nothing is to be done, which needs neither a lock nor a directory that can be written. */
function settled({ backup }: HookSetup, file: SettingsFile, plan: Planner): boolean {
  return told(file, () => plan(textOf(file), readRecord(backup, file.real))).text === textOf(file);
}

/** One try. `written` also where nothing was to be written. */
interface Attempt {
  readonly change: HookChange;
  readonly how: Written;
}

function attempt(setup: HookSetup, file: SettingsFile, plan: Planner): Attempt {
  const { backup, now, dryRun } = setup;
  const before = textOf(file);
  const known = readRecord(backup, file.real);
  const planned = told(file, () => plan(before, known));
  const { text: after, record, isOurs } = planned;
  const { wrapped, replaced } = planned;
  const change = { path: file.path, real: file.real, before, after, wrapped, replaced };
  if (after === before) {
    if (record === null && !dryRun) dropRecord(backup, file.real);
    return { change: { ...change, changed: false, backup: null }, how: 'written' };
  }
  if (foreignPart(before ?? '', isOurs) !== foreignPart(after ?? '', isOurs)) {
    throw new SettingsRefusal(`${file.real}: the change would have lost something of yours. Nothing was changed.`);
  }
  if (dryRun) return { change: { ...change, changed: true, backup: null }, how: 'written' };
  // What we wrote ourselves is no version of the person's; the record holds what it was made of.
  const theirs = before === null || known?.wrote === digest(before) ? null : file.bytes;
  const copy = theirs === null ? null : backUp(backup, file.real, theirs, now);
  // Before the file: a record that fits no file is harmless, a file without its record is not.
  if (record !== null) saveRecord(backup, { real: file.real, ...record });
  const how = writeSettings(file, after === null ? null : Buffer.from(after));
  if (how === 'written' && record === null) dropRecord(backup, file.real);
  const untouched = how === 'changed-before';
  if (untouched && copy !== null) dropCopy(copy);
  return { change: { ...change, changed: true, backup: untouched ? null : copy }, how };
}

function textOf(file: SettingsFile): string | null {
  return file.bytes === null ? null : file.text;
}

/** Tells a mistake in the file by its place. */
function told<T>(file: SettingsFile, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof JsonMistake)) throw error;
    throw new SettingsRefusal(
      `${file.path}, line ${error.line}, column ${error.column}: ${error.message}. Correct it, then try again. Nothing was changed.`,
    );
  }
}

function never({ real }: SettingsFile): never {
  throw new SettingsRefusal(`${real} was changed by another program at every try. Try again when it rests.`);
}
