// The whole session list as one flat list of rows, so that it can be drawn in windows and walked with j and k. Pure.

import { attentionOrder, type Tally } from '../../core/attention.ts';
import type { Session } from '../../core/session.ts';
import { doing } from '../text/describe.ts';
import { type ShownName, shownNames } from '../text/names.ts';
import { words } from '../words.ts';
import { type Group, groupSessions, listed } from './group.ts';
import { searchSessions } from './search.ts';

/** One row. `key` is stable for as long as the thing it shows. */
export type Row =
  | { readonly kind: 'section'; readonly key: string; readonly title: string; readonly count: number | null }
  | { readonly kind: 'note'; readonly key: string; readonly text: string }
  | { readonly kind: 'group'; readonly key: string; readonly group: Group; readonly open: boolean }
  | {
      readonly kind: 'fold';
      readonly key: string;
      readonly text: string;
      readonly open: boolean;
      readonly deep: boolean;
    }
  | {
      readonly kind: 'session';
      readonly key: string;
      readonly session: Session;
      readonly name: ShownName;
      /** `lead`: in Needs you. `two`: with its action below. `one`: name and time only. */
      readonly shape: 'lead' | 'two' | 'one';
      readonly deep: boolean;
    };

/** How much fits: UI density by number of sessions. */
export type Density = 'roomy' | 'folded' | 'dense';

/** What the list depends on besides the sessions. */
export interface ListView {
  readonly query: string;
  /** Groups and folds that the person opened or closed, by row key. */
  readonly toggled: ReadonlyMap<string, boolean>;
  /** Id of the session that is shown in the centre. */
  readonly current: string | null;
  /** Rows of Needs you before it folds. */
  readonly needsRows: number;
  readonly now: number;
}

/** Roomy up to 20 sessions, folded up to 99, dense beyond. */
export function densityOf(sessions: readonly Session[]): Density {
  const n = listed(sessions);
  return n <= 20 ? 'roomy' : n < 100 ? 'folded' : 'dense';
}

/** All rows, top to bottom. `newest` formats how long the newest of the folded ones waits. */
export function listRows(sessions: readonly Session[], view: ListView, newest: (session: Session) => string): Row[] {
  const names = shownNames(sessions);
  const density = densityOf(sessions);
  const searching = view.query.trim() !== '';
  const found = searchSessions(sessions, view.query);
  const { groups, scriptsOf, loneScripts } = groupSessions(found);
  const rows: Row[] = searching ? [] : needsRows(sessions, names, view, newest);
  if (searching && found.length === 0) return [{ kind: 'note', key: 'none', text: words.noMatch(view.query.trim()) }];
  if (groups.length > 0 && !searching)
    rows.push({ kind: 'section', key: 'elsewhere', title: words.elsewhere, count: null });
  const holdsCurrent = groups.some((group) => group.sessions.some((one) => one.id === view.current));
  for (const [at, group] of groups.entries()) {
    const byItself =
      density !== 'dense' || (holdsCurrent ? group.sessions.some((one) => one.id === view.current) : at === 0);
    const key = `group ${group.path}`;
    const open = searching || (view.toggled.get(key) ?? byItself);
    rows.push({ kind: 'group', key, group, open });
    if (open) rows.push(...groupRows(group, names, density, searching, view, scriptsOf));
  }
  if (loneScripts.length > 0)
    rows.push(...scriptRows('scripts', words.scripts(loneScripts.length), loneScripts, names, searching, view));
  return rows;
}

function needsRows(
  sessions: readonly Session[],
  names: ReadonlyMap<string, ShownName>,
  view: ListView,
  newest: (session: Session) => string,
): Row[] {
  const waiting = attentionOrder(sessions).filter((one) => one.state === 'needs-input');
  const count = waiting.length;
  const rows: Row[] = [{ kind: 'section', key: 'needs', title: words.needsYou, count: count > 0 ? count : null }];
  if (count === 0) return [...rows, { kind: 'note', key: 'nothing', text: words.nothingWaits }];
  const folds = count > view.needsRows;
  const open = view.toggled.get('more') ?? false;
  for (const session of folds && !open ? waiting.slice(0, view.needsRows) : waiting)
    rows.push(sessionRow(`needs ${session.id}`, session, names, 'lead'));
  const last = waiting.at(-1);
  if (folds && last !== undefined) {
    const text = open ? words.fewerWaiting : words.moreWaiting(count - view.needsRows, newest(last));
    rows.push({ kind: 'fold', key: 'more', text, open, deep: false });
  }
  return rows;
}

function groupRows(
  group: Group,
  names: ReadonlyMap<string, ShownName>,
  density: Density,
  searching: boolean,
  view: ListView,
  scriptsOf: ReadonlyMap<string, readonly Session[]>,
): Row[] {
  const rows: Row[] = [];
  const folds = density !== 'roomy' && !searching;
  const quiet = group.sessions.filter((one) => folds && isQuiet(one) && one.id !== view.current);
  // One quiet row takes no more room than its fold would.
  const folded = new Set(quiet.length > 1 ? quiet : []);
  const add = (session: Session): void => {
    const shownAbove = session.state === 'needs-input' && !searching;
    const two = density !== 'dense' && !shownAbove && !isQuiet(session) && doing(session, view.now) !== null;
    rows.push(sessionRow(session.id, session, names, two ? 'two' : 'one'));
    const scripts = scriptsOf.get(session.id) ?? [];
    if (scripts.length > 0)
      rows.push(
        ...scriptRows(`scripts ${session.id}`, words.scriptsOf(scripts.length), scripts, names, searching, view),
      );
  };
  for (const session of group.sessions) if (!folded.has(session)) add(session);
  if (folded.size === 0) return rows;
  const key = `quiet ${group.path}`;
  const open = view.toggled.get(key) ?? false;
  const ended = quiet.filter((one) => one.state === 'ended').length;
  rows.push({ kind: 'fold', key, text: words.folded(quiet.length - ended, ended), open, deep: false });
  if (open) for (const session of folded) add(session);
  return rows;
}

function scriptRows(
  key: string,
  text: string,
  scripts: readonly Session[],
  names: ReadonlyMap<string, ShownName>,
  searching: boolean,
  view: ListView,
): Row[] {
  const open = searching || (view.toggled.get(key) ?? false);
  const deep = key !== 'scripts';
  const inside = open ? scripts.map((one) => sessionRow(one.id, one, names, 'one', deep)) : [];
  return [{ kind: 'fold', key, text, open, deep }, ...inside];
}

function sessionRow(
  key: string,
  session: Session,
  names: ReadonlyMap<string, ShownName>,
  shape: 'lead' | 'two' | 'one',
  deep = false,
): Row {
  return {
    kind: 'session',
    key,
    session,
    name: names.get(session.id) ?? { name: session.id, extra: null },
    shape,
    deep,
  };
}

function isQuiet(session: Session): boolean {
  return session.state === 'idle' || session.state === 'ended';
}

/** Counts to show in a group's head, by urgency; idle is never counted. */
export function headTallies(total: Tally): ['needs-input' | 'failed' | 'review' | 'busy', number][] {
  const all: ['needs-input' | 'failed' | 'review' | 'busy', number][] = [
    ['needs-input', total.needsInput],
    ['failed', total.failed],
    ['review', total.review],
    ['busy', total.busy],
  ];
  return all.filter(([, n]) => n > 0);
}

/** Height of a row in CSS pixels; the style sheet fills it. `touch`: rows for fingers. */
export function rowHeight(row: Row, density: Density, touch: boolean): number {
  const dense = density === 'dense';
  if (touch) return row.kind === 'session' && (row.shape === 'lead' || row.shape === 'two') ? 60 : 48;
  switch (row.kind) {
    case 'section':
      return 32;
    case 'group':
      return dense ? 29 : 36;
    case 'note':
    case 'fold':
      return 26;
    case 'session':
      return dense ? 25 : row.shape === 'one' ? 30 : 46;
  }
}
