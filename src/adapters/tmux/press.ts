// How keys are pressed: one command of tmux that looks and presses, so that nothing can change in between. It presses
// only into the pane that was meant, which shows what was expected, is in no mode of tmux's, and shares its keys with no
// other pane. Pure.

import type { GuardedKeys, KeysOutcome, PaneTrouble } from '../../core/pane.ts';
import { cannotRead, gone, unreachable } from './look.ts';
import type { Reply } from './protocol.ts';
import { literalPattern, quoted, rowPattern } from './quoting.ts';
import { DISPLAY_MESSAGE, IF_SHELL, SEND_KEYS, SET_OPTION } from './words.ts';

/** More in one command overflows the parser of tmux, which then drops all of it. A second one would not be guarded. */
const MOST_BYTES = 512;

/** The option whose `%s` tmux turns into the time. */
const CLOCK = '@tallymux_clock';

/** Who the pane is, and what forbids keys: all of it equals what is wanted, or nothing is pressed. */
const STANDING =
  '#{pane_id} #{pid} #{pane_pid} #{?pane_dead,1,0} #{?pane_input_off,1,0} #{?pane_synchronized,#{window_panes},1}';

/** Seconds after which a command presses nothing: shorter than an answer is waited for, so that no key comes late. */
const VALID_FOR = 2;

/**
 * The command that presses `keys`. A trouble: they do not go into one command, and nothing may go unguarded.
 * `null`: what is expected cannot stand on any screen.
 * @param now epoch milliseconds; tmux runs it within two seconds of it, or presses nothing.
 */
export function pressCommand(
  pane: string,
  server: number,
  keys: GuardedKeys,
  now: number,
): string | PaneTrouble | null {
  const { expect, unless, rows = [], process } = keys;
  const wanted = [...expect, ...rows];
  if (wanted.length === 0 || wanted.some((line) => line.trim() === '' || line.includes('\0'))) return null;
  const against = unless.filter((line) => !line.includes('\0'));
  const bytes = 'key' in keys.keys ? 0 : byteLength(keys.keys.text);
  if (bytes > MOST_BYTES)
    return unreachable(`a text of ${bytes} bytes is not typed at once: the most is ${MOST_BYTES}`);
  return guarded({ pane, server, process }, { expect, rows, unless: against, now }, wordsOf(keys.keys));
}

/** The pane that is meant: its `%id`, the pid of its server, and of its first process. */
interface Target {
  readonly pane: string;
  readonly server: number;
  readonly process: number;
}

/** What must hold. */
interface Guard extends Required<Pick<GuardedKeys, 'expect' | 'rows' | 'unless'>> {
  /** Epoch milliseconds. */
  readonly now: number;
}

/** `words`: arguments for `send-keys`; `null` sends nothing. */
function guarded(
  { pane, server, process }: Target,
  { expect, rows, unless, now }: Guard,
  words: string | null,
): string {
  // A server that was stopped runs what was asked of it once it goes on: then it is too late.
  const last = Math.floor(now / 1000) + VALID_FOR;
  // Options of the pane carry the lines: what is in an option is searched for as it is, and is not expanded.
  const carried = [
    ...expect.map((line, n) => ({ option: `@tallymux_expect_${n}`, pattern: literalPattern(line), search: 'C' })),
    ...rows.map((line, n) => ({ option: `@tallymux_row_${n}`, pattern: rowPattern(line), search: 'C/r' })),
    ...unless.map((line, n) => ({ option: `@tallymux_unless_${n}`, pattern: literalPattern(line), search: null })),
  ];
  const set = [
    `${SET_OPTION} -p -t ${pane} ${CLOCK} '%s' ; `,
    ...carried.map(({ option, pattern }) => `${SET_OPTION} -p -t ${pane} ${option} ${quoted(pattern)} ; `),
  ];
  const unset = [CLOCK, ...carried.map(({ option }) => option)].map(
    (option) => ` ; ${SET_OPTION} -pu -t ${pane} ${option}`,
  );
  // Everything that does not hold leaves a letter; a letter means no.
  const faults = carried.map(({ option, search }) =>
    search === null ? `#{?#{C:#{${option}}},x,}` : `#{?#{${search}:#{${option}}},,x}`,
  );
  const changed = `#{?pane_in_mode,x,}#{?#{e|<:#{T:${CLOCK}},${last}},,x}${faults.join('')}`;
  const press = words === null ? '' : `${SEND_KEYS} -t ${pane} ${words} ; `;
  const wanted = `${pane} ${server} ${process} 0 0 1`;
  return (
    `${IF_SHELL} -F -t ${pane} '#{==:${STANDING},${wanted}}' { ${set.join('')}` +
    `${IF_SHELL} -F -t ${pane} '${changed}' { ${DISPLAY_MESSAGE} -p changed } { ${press}${DISPLAY_MESSAGE} -p sent }` +
    `${unset.join('')} } { ${DISPLAY_MESSAGE} -p -t ${pane} 'not ${STANDING}' }`
  );
}

/** Words for `send-keys`. Text goes as bytes, so that none of it is a key's name or an option. */
function wordsOf(keys: GuardedKeys['keys']): string | null {
  if ('key' in keys) return keys.key;
  const hex = Array.from(new TextEncoder().encode(keys.text), (byte) => byte.toString(16).padStart(2, '0'));
  return hex.length === 0 ? null : `-H ${hex.join(' ')}`;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Reads the answer to the command. */
export function readPress(pane: string, server: number, process: number, replies: readonly Reply[]): KeysOutcome {
  for (const { ok, lines } of replies) {
    const told = lines.join('\n');
    if (!ok) return cannotRead(told);
    if (told === 'sent' || told === 'changed') return told;
    if (told.startsWith('not ')) return whyNot(pane, server, process, told);
  }
  return cannotRead('nothing');
}

function whyNot(pane: string, server: number, process: number, told: string): PaneTrouble {
  const [, named, numbers = ''] = /^not (%\d+)? ((?:\d* ){4}\d*)$/.exec(told) ?? [];
  const [pid = 0, first = 0, dead, deaf, shared = 1] = numbers.split(' ').map(Number);
  if (numbers === '') return cannotRead(told);
  if (named !== pane) return gone(`${pane} is no more`);
  if (pid !== server) return gone('another tmux server answered');
  if (dead === 1) return gone(`the program in ${pane} has ended`);
  if (first !== process) return gone(`another program runs in ${pane}`);
  if (deaf === 1) return untouched(`the input of ${pane} is switched off in tmux`);
  if (shared !== 1) return untouched(`tmux would type into all ${shared} panes of that window (synchronize-panes)`);
  return cannotRead(told);
}

function untouched(reason: string): PaneTrouble {
  return { ...unreachable(reason), untouched: true };
}
