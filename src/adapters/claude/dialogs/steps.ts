// The tabs of a question with several: `←  ☒ Topic 1  ☐ Topic 2  ✔ Submit  →`. The one that is looked at has a background
// of its own. Pure.

import type { DialogStep } from '../../../core/dialog.ts';
import type { StyledRow } from './styled-text.ts';

/** The header of a question. */
export interface Steps {
  /** Name of the step that is looked at. */
  readonly title: string;
  /** Empty where there is one step. */
  readonly steps: readonly DialogStep[];
}

/** Reads the header; `null` where the row is none. */
export function readSteps(row: StyledRow): Steps | null {
  const { text, styles } = row;
  if (!/^(?:←\s+|\s)[☐☒✔]\s/.test(text)) return null;
  const tabs = [...text.matchAll(/([☐☒✔]) (.+?)(?=\s+[☐☒✔] |\s+→|\s*$)/g)].map((match) => ({
    title: (match[2] ?? '').trim(),
    sign: match[1],
    lit: (styles[match.index]?.background ?? '') !== '',
  }));
  const [only] = tabs;
  if (only === undefined) return null;
  if (!text.startsWith('←')) return { title: only.title, steps: [] };
  const lit = tabs.findIndex(({ lit }) => lit);
  // Without colours: the first that is not answered, else the last.
  const open = tabs.findIndex(({ sign }) => sign === '☐');
  const current = lit >= 0 ? lit : open >= 0 ? open : tabs.length - 1;
  return {
    title: tabs[current]?.title ?? '',
    steps: tabs.map(({ title, sign }, at) => ({ title, done: sign === '☒', current: at === current })),
  };
}
