// A hook in words, for the log that `explain` shows. Pure.

import type { HookEvidence } from './evidence.ts';
import type { HookFact } from './hook.ts';

/** One line about one hook. */
export function describeHook({ fact, agent }: HookEvidence): string {
  return `${hookInWords(fact)}${agent === null ? '' : ` (agent ${agent.slice(0, 8)})`}`;
}

function hookInWords(fact: HookFact): string {
  switch (fact.kind) {
    case 'session-started':
      return `the session started (${fact.reason})`;
    case 'session-ended':
      return `the session ended (${fact.reason})`;
    case 'prompt':
      return fact.by === 'task' ? 'a background task came back' : 'a prompt';
    case 'tool-started':
      return `begins ${fact.action}`;
    case 'tool-ended':
      return `${fact.tool} ended`;
    case 'permission-asked':
      return `asks for ${fact.action}`;
    case 'permission-notified':
      return 'a dialog has waited for six seconds';
    case 'notified':
      return `a notification that changes nothing: ${fact.type}`;
    case 'stopped':
      return `the turn stopped${stillOut(fact)}`;
    case 'stop-failed':
      return `the turn ended in an error: ${fact.failure.kind}`;
    case 'agent-started':
      return 'an agent started';
    case 'agent-ended':
      return 'an agent ended';
    case 'compaction-began':
      return `compaction began (${fact.trigger})`;
    case 'compaction-ended':
      return `compaction ended (${fact.trigger})`;
    case 'form-asked':
      return `${fact.server} asks to fill in a form`;
    case 'form-answered':
      return `the form of ${fact.server} was answered`;
    case 'directory-changed':
      return `its directory is ${fact.cwd}`;
    case 'model-switched':
      return `its model is ${fact.model}`;
    case 'other':
      return `${fact.event}, which changes nothing`;
  }
}

function stillOut({ agents, shells }: { readonly agents: number; readonly shells: number }): string {
  const parts = [
    ...(agents > 0 ? [`${agents} ${agents === 1 ? 'agent' : 'agents'}`] : []),
    ...(shells > 0 ? [`${shells} ${shells === 1 ? 'shell' : 'shells'}`] : []),
  ];
  return parts.length === 0 ? '' : `; still at work: ${parts.join(', ')}`;
}
