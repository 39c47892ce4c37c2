// How a pane is looked at: the command, and what its answer means. Pure.

import type { PaneScreen, PaneTrouble } from '../../core/pane.ts';
import type { Reply } from './protocol.ts';
import { CAPTURE_PANE, DISPLAY_MESSAGE } from './words.ts';

/** Numbers by blanks, which every version prints as they are; the only free text comes last. */
const FIELDS =
  '#{pane_id} #{pid} #{pane_pid} #{pane_width} #{pane_height} #{cursor_x} #{cursor_y} ' +
  '#{?pane_in_mode,1,0} #{?pane_dead,1,0} #{pane_tty} #{pane_current_command}';

/** Asks a pane who it is and what it shows, in one command. `pane` is a `%id`. */
export function lookCommand(pane: string): string {
  return `${DISPLAY_MESSAGE} -p -t ${pane} '${FIELDS}' ; ${CAPTURE_PANE} -p -e -t ${pane}`;
}

/**
 * Reads the answer. tmux answers for a pane that is no more as well, with another's data or with none: so the answer
 * counts only if it names the pane and the server that were asked.
 */
export function readLook(pane: string, server: number, replies: readonly Reply[]): PaneScreen | PaneTrouble {
  const [about, shown] = replies;
  const told = about?.lines.join('\n') ?? '';
  const parts = /^(%\d+)? ((?:\d* ){8})(\S*) (.*)$/s.exec(told);
  if (about?.ok !== true || parts === null) return cannotRead(told);
  const [, named, numbers = '', tty = '', command = ''] = parts;
  const [pid = 0, process = 0, columns = 0, rows = 0, column = 0, row = 0, mode, dead] = numbers.split(' ').map(Number);
  if (named !== pane) return { ...gone(`${pane} is no more`), closed: true };
  if (pid !== server) return { ...gone('another tmux server answered'), closed: true };
  if (dead === 1) return gone(`the program in ${pane} has ended`);
  if (shown?.ok !== true || shown.lines.length !== rows || columns === 0) {
    return cannotRead(shown?.lines[0] ?? 'no screen');
  }
  const lines = shown.lines.map((line) => line.trimEnd());
  const screen = { lines, columns, rows, cursor: { row, column }, inMode: mode === 1, process, command };
  return tty === '' ? screen : { ...screen, tty };
}

/** That pane is no more, or another has its id. */
export function gone(reason: string): PaneTrouble {
  return { trouble: 'gone', reason };
}

/** tmux could not be asked. */
export function unreachable(reason: string): PaneTrouble {
  return { trouble: 'unreachable', reason };
}

/** tmux said something that we do not understand: told aloud, never taken for "nothing there". */
export function cannotRead(told: string): PaneTrouble {
  return unreachable(`cannot read tmux: it answered ${JSON.stringify(told.slice(0, 80))}`);
}
