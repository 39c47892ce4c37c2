// What a permission suggestion of Claude's would do, in words for an option. Pure. A suggestion that cannot be put into
// words honestly is not offered: nobody allows what they could not read.

import type { PermissionSuggestion } from '../../core/hook-question.ts';
import { HookFields } from './hook-fields.ts';

/** An option that a suggestion stands behind. */
export interface SuggestedOption {
  readonly label: string;
  readonly meaning: 'allow-always' | 'allow-mode';
}

/** Claude's names of permission modes that a person may switch to. `auto` and others change more than words can say here. */
const MODES: ReadonlyMap<string, string> = new Map([
  ['acceptEdits', 'Allow, and accept edits from now on'],
  ['default', 'Allow, and ask before each edit from now on'],
  ['bypassPermissions', 'Allow, and never ask again in this session'],
]);

/** Where a rule is kept. */
const PLACES: ReadonlyMap<string, string> = new Map([
  ['session', 'in this session'],
  ['localSettings', 'in this project'],
  ['projectSettings', 'in this project, for everybody who works in it'],
  ['userSettings', 'in every project'],
]);

/** The option of a suggestion; `null` where it says something that we do not know. */
export function suggestedOption(suggestion: PermissionSuggestion): SuggestedOption | null {
  const { type, destination, behavior, mode, rules, directories } = suggestion;
  const place = found(PLACES, destination);
  switch (type) {
    case 'setMode': {
      const label = destination === 'session' ? found(MODES, mode) : undefined;
      return label === undefined ? null : { label, meaning: 'allow-mode' };
    }
    case 'addDirectories': {
      const named = listed(directories, (one) => (typeof one === 'string' ? one : null));
      if (named === null || place === undefined) return null;
      return { label: `Allow, and work in ${named} ${place}`, meaning: 'allow-always' };
    }
    case 'addRules': {
      if (behavior !== 'allow' || place === undefined) return null;
      const read = listed(rules, readRule);
      if (read !== null) return { label: `Allow, and read ${read} ${place}`, meaning: 'allow-always' };
      const named = listed(rules, ruleWords);
      return named === null ? null : { label: `Allow and remember ${named} ${place}`, meaning: 'allow-always' };
    }
    default:
      return null;
  }
}

/** Whether Claude's own label may well be for this suggestion; where it says something else, it is for another. */
export function labelFits(label: string, suggestion: PermissionSuggestion): boolean {
  const { type, mode, rules } = suggestion;
  if (type === 'setMode') return mode === 'acceptEdits' ? /\bedits\b/i.test(label) : /bypass/i.test(label);
  if (/\bmode\b/i.test(label)) return false;
  const reads = listed(rules, readRule) !== null;
  if (/\baccess to\b/i.test(label)) return type === 'addDirectories';
  if (/\breading from\b/i.test(label)) return reads;
  return type === 'addRules' && !reads;
}

/** Somebody else's JSON is no text only because a text belongs there; an object cannot even be made one. */
function found(words: ReadonlyMap<string, string>, name: unknown): string | undefined {
  return typeof name === 'string' ? words.get(name) : undefined;
}

/** `npm test:*`, or the whole tool. Which tool a rule is for is said unless its form tells. */
function ruleWords(rule: unknown): string | null {
  const { toolName, ruleContent } = rule as Readonly<Record<string, unknown>>;
  if (typeof toolName !== 'string') return null;
  if (ruleContent === undefined) return `every use of ${toolWords(toolName)}`;
  if (typeof ruleContent !== 'string') return null;
  return toolName === 'Bash' ? `\`${ruleContent}\`` : `${toolWords(toolName)} \`${ruleContent}\``;
}

function toolWords(tool: string): string {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return server === undefined ? tool : `${name} of ${server}`;
}

/** Claude writes an absolute path in a rule with two slashes. */
function readRule(rule: unknown): string | null {
  const { toolName, ruleContent } = rule as Readonly<Record<string, unknown>>;
  return toolName === 'Read' && typeof ruleContent === 'string' ? ruleContent.replace(/^\/\//, '/') : null;
}

/** All of them in words, complete, or `null` when one cannot be said. */
function listed(values: unknown, words: (one: unknown) => string | null): string | null {
  if (!Array.isArray(values) || values.length === 0) return null;
  const said = values.map((one) => (one === null || one === undefined ? null : words(one)));
  return said.includes(null) ? null : HookFields.clean(said.join(' and '));
}
