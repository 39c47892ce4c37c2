// How keys are pressed: one command of tmux that looks and presses, so that nothing can change in between. It presses
// only into the pane that was meant, which shows what was expected, is in no mode of tmux's, and shares its keys with no
// other pane. Pure.

import type { GuardedKeys, KeysOutcome, PaneTrouble } from '../../core/pane.ts';
import { cannotRead, gone, unreachable } from './look.ts';
import type { Reply } from './protocol.ts';
import { literalPattern, quoted, rowPattern } from './quoting.ts';
import { DISPLAY_MESSAGE, IF_SHELL, SEND_KEYS, SET_OPTION } from './words.ts';

/** More in one command overflows the parser of tmux, which then drops all of it. */
const MOST_BYTES = 512;

/** The option whose `%s` tmux turns into the time. */
const CLOCK = '@tallymux_clock';

/** Who the pane is, and what forbids keys: all of it equals what is wanted, or nothing is pressed. */
const STANDING =
  '#{pane_id} #{pid} #{pane_pid} #{?pane_dead,1,0} #{?pane_input_off,1,0} #{?pane_synchronized,#{window_panes},1}';

/** Seconds after which a command presses nothing: shorter than an answer is waited for, so that no key comes late. */
const VALID_FOR = 3;

/** One command, and the bytes of text that it types. */
export interface PressCommand {
  /** The line for tmux. `now`: epoch milliseconds; tmux runs it within three seconds of it, or presses nothing. */
  line(now: number): string;
  readonly bytes: number;
}

/**
 * The commands that press `keys`, one after another, each only after the one before it was `sent`. The first looks for
 * the expected lines; those that follow cannot (the text changes the screen), and look for all else again.
 * `null`: what is expected cannot stand on any screen.
 */
export function pressCommands(pane: string, server: number, keys: GuardedKeys): PressCommand[] | null {
  const { expect, unless, rows = [] } = keys;
  const wanted = [...expect, ...rows];
  if (wanted.length === 0 || wanted.some((line) => line.trim() === '' || line.includes('\0'))) return null;
  const against = unless.filter((line) => !line.includes('\0'));
  const target = { pane, server, process: keys.process };
  return partsOf(keys.keys).map(({ words, bytes }, index) => ({
    line: (now) => {
      const looked = index === 0 ? { expect, rows } : { expect: [], rows: [] };
      return guarded(target, { ...looked, unless: against, now }, words);
    },
    bytes,
  }));
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
function partsOf(keys: GuardedKeys['keys']): { readonly words: string | null; readonly bytes: number }[] {
  if ('key' in keys) return [{ words: keys.key, bytes: 0 }];
  const bytes = new TextEncoder().encode(keys.text);
  const parts: { words: string | null; bytes: number }[] = [];
  for (let from = 0; from < bytes.length; ) {
    let to = Math.min(from + MOST_BYTES, bytes.length);
    // A character is not torn: what stands there after half of the text must still be text.
    while (to < bytes.length && ((bytes[to] ?? 0) & 0xc0) === 0x80) to -= 1;
    const hex = Array.from(bytes.subarray(from, to), (byte) => byte.toString(16).padStart(2, '0'));
    parts.push({ words: `-H ${hex.join(' ')}`, bytes: to - from });
    from = to;
  }
  return parts.length > 0 ? parts : [{ words: null, bytes: 0 }];
}

/** Reads the answer to one of the commands. */
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
  if (deaf === 1) return unreachable(`the input of ${pane} is switched off in tmux`);
  if (shared !== 1) return unreachable(`tmux would type into all ${shared} panes of that window (synchronize-panes)`);
  return cannotRead(told);
}
