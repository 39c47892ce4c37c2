// The lines that Claude draws across the pane: above a dialog, around the composer, inside some dialogs. Whatever a
// session writes is indented, so what counts as a frame begins in the first column. Pure.

/** A line across the whole pane from its first column: `─`, or `▔` above an overlay. */
export function isFrameRule(text: string, columns: number): boolean {
  return text.length >= columns - 4 && (/^─{8,}$/.test(text) || /^▔{8,}$/.test(text));
}

/** The line that holds the session's name: `───────── payments ─`. */
export function isNameRule(text: string): boolean {
  return /^─{3,} .{1,80} ─$/.test(text);
}

/** A line inside a dialog, at any indent: `╌` around a body, `─` within a plan's. */
export function isInnerRule(text: string): boolean {
  return /^\s{0,3}(?:╌{8,}|─{8,})(?: ↓)?$/.test(text);
}

/** The dashed line around what is asked. */
export function isBodyRule(text: string): boolean {
  return /^\s{0,3}╌{8,}(?: ↓)?$/.test(text);
}
