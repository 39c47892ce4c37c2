// Reads one line of a script. It checks the outline only; a step that makes no sense is refused when it is played.

import type { ScriptLine } from './steps.ts';

/** Throws with a plain message when the line is no step. */
export function parseScriptLine(text: string): ScriptLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new Error(`Not JSON: ${text.slice(0, 80)}`);
  }
  if (typeof value !== 'object' || value === null || typeof (value as { do?: unknown }).do !== 'string') {
    throw new Error(`No step: a step is an object with "do", as {"do":"prompt","text":"…"}. Got ${text.slice(0, 80)}`);
  }
  return value as ScriptLine;
}
