// What the words of an option mean: English labels of Claude Code 2.0.77 to 2.1.332. Only whole phrases that are known
// count; a label holds parts of commands and paths, and those must never give it a meaning. What is not known is
// `other`. A plain no and a standing grant can never be taken for each other. Pure.

import type { Meaning, PromptKind } from '../../../core/prompt.ts';

const PHRASES: readonly (readonly [RegExp, Meaning])[] = [
  // A refusal that would be remembered is no plain no.
  [/^no\b.*\b(?:always|never|remember|again)\b/, 'other'],
  [/^no(?:$|,)/, 'deny'],
  [/^(?:type here to tell claude|tell claude) what to (?:do differently|change)/, 'deny'],
  [/^keep planning/, 'deny'],
  [/^yes$/, 'allow'],
  [/^yes, and tell claude what to do next/, 'allow'],
  [/^yes, (?:i trust this folder|proceed)$/, 'allow'],
  [/^yes, (?:and )?(?:switch to|use) [a-z ]{1,24}\b(?:mode|edits)\b/, 'allow-mode'],
  [/^yes, (?:and )?(?:auto-accept|bypass permissions|allow all edits|accept edits)/, 'allow-mode'],
  [/^yes, i accept$/, 'allow-mode'],
  [/^yes, (?:and )?(?:don.t ask again|always allow|allow reading|allow access|remember|never ask)\b/, 'allow-always'],
  [/^yes, and allow claude to edit its own settings/, 'allow-always'],
  [/^cancel$/, 'cancel'],
];

/** The meaning of a label. */
export function meaningOf(label: string, kind: PromptKind): Meaning {
  const words = label
    .toLowerCase()
    .replace(/\s*\((?:esc|shift\+tab)\)$/, '')
    .replaceAll('’', "'");
  if (kind === 'plan' && /^yes, (?:and )?manually approve edits$/.test(words)) return 'allow';
  const [, meaning = 'other'] = PHRASES.find(([phrase]) => phrase.test(words)) ?? [];
  return meaning;
}

/** Whether a label is the empty field's own words, told by phrase where no colours tell it. */
export function isFieldLabel(label: string): boolean {
  return /^(?:type something\.?|type here to tell claude what to .*|tell claude what to change)$/i.test(label);
}

const PERMISSION =
  /^(?:bash command|powershell command|edit file|edit notebook|create file|overwrite file|write file|read file|fetch|web search|tool use|use skill|monitor)\b/i;

/** The kind of a dialog with options, by its title, the question and what it offers. */
export function kindOf(
  title: string,
  question: string,
  shape: { readonly framed: boolean; readonly amendable: boolean; readonly cut: boolean },
  meanings: readonly Meaning[],
): PromptKind {
  if (/^ready to code\?/i.test(title)) return 'plan';
  if (/^claude has written up a plan\b|^would you like to proceed\?/i.test(question)) return 'plan';
  // In a short pane the first or the last rows are missing.
  const [yes, no] = [meanings.includes('allow'), meanings.includes('deny')];
  const asks = shape.cut ? yes || no : yes && no;
  if (asks && (PERMISSION.test(title) || shape.framed || shape.amendable)) return 'permission';
  return asks && title === '' && /^do you want to /i.test(question) ? 'permission' : 'dialog';
}
