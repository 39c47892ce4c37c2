// What a PermissionRequest or an Elicitation hook printed, and what Claude makes of it: what it obeys and what it ignores
// (FINDINGS of 2.1.332: a bare `allow` answers no question and no plan). Pure.

import type { Outcome } from './screen/face.ts';

type Fields = Readonly<Record<string, unknown>>;

/** A decision as it was printed. */
export interface Decision {
  readonly event: 'PermissionRequest' | 'Elicitation';
  readonly fields: Fields;
}

/** What Claude obeys. */
export interface Obeyed {
  readonly outcome: Outcome;
  /** The complete input, where the hook changed it. */
  readonly input: Fields | null;
  /** Entries of the kind of `permission_suggestions`. */
  readonly permissions: readonly Fields[];
}

/** The decision in a hook's output; `null`: it said nothing. */
export function decisionIn(output: string): Decision | null {
  let value: unknown;
  try {
    value = JSON.parse(output);
  } catch {
    return null;
  }
  const specific = asFields(asFields(value).hookSpecificOutput);
  if (specific.hookEventName === 'Elicitation' && typeof specific.action === 'string') {
    return { event: 'Elicitation', fields: specific };
  }
  const decision = asFields(specific.decision);
  if (specific.hookEventName !== 'PermissionRequest' || typeof decision.behavior !== 'string') return null;
  return { event: 'PermissionRequest', fields: decision };
}

/** What Claude does for a dialog of `tool` with that input; `null`: it ignores the decision and the dialog stays. */
export function obey({ event, fields }: Decision, tool: string, input: Fields): Obeyed | null {
  if (event === 'Elicitation') return ofForm(fields);
  const permissions = Array.isArray(fields.updatedPermissions) ? fields.updatedPermissions.map(asFields) : [];
  if (fields.behavior === 'deny') {
    const stop = fields.interrupt === true;
    const text = typeof fields.message === 'string' ? fields.message : 'Denied by a hook';
    return {
      outcome: { effect: stop ? 'cancel' : 'no-with-text', label: 'deny', text: stop ? null : text },
      input: null,
      permissions,
    };
  }
  if (fields.behavior !== 'allow') return null;
  const changed = fields.updatedInput === undefined ? null : asFields(fields.updatedInput);
  if (tool === 'AskUserQuestion') {
    const answers = asFields(changed?.answers);
    if (changed === null || Object.keys(answers).length === 0) return null;
    const words = Object.fromEntries(Object.entries(answers).map(([question, answer]) => [question, wordsOf(answer)]));
    return { outcome: { effect: 'answered', label: 'allow', text: null, answers: words }, input: changed, permissions };
  }
  if (tool === 'ExitPlanMode' && typeof changed?.plan !== 'string') return null;
  if (changed !== null && Object.keys(input).some((key) => !(key in changed))) {
    const text = 'PermissionRequest hook returned updatedInput that failed schema validation';
    return { outcome: { effect: 'no-with-text', label: 'deny', text }, input: null, permissions: [] };
  }
  const effect = tool === 'ExitPlanMode' ? 'approved' : permissions.length > 0 ? 'always' : 'yes';
  return { outcome: { effect, label: 'allow', text: null }, input: changed, permissions };
}

function ofForm(fields: Fields): Obeyed | null {
  const known: Readonly<Record<string, 'accept' | 'decline' | 'cancel'>> = {
    accept: 'accept',
    decline: 'decline',
    cancel: 'cancel',
  };
  const effect = known[String(fields.action)];
  if (effect === undefined) return null;
  return {
    outcome: { effect, label: effect, text: null, content: asFields(fields.content) },
    input: null,
    permissions: [],
  };
}

function wordsOf(answer: unknown): string {
  return Array.isArray(answer) ? answer.map(String).join(', ') : String(answer);
}

function asFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}
