// Evidence in words, for the log that `explain` shows. Pure.

import { describeHook } from './describe-hook.ts';
import type { Evidence, TranscriptFact } from './evidence.ts';

/** One line about one piece of evidence; `null` for what is not worth a line (the end of a read file). */
export function describeEvidence(evidence: Evidence): string | null {
  switch (evidence.source) {
    case 'registry':
      switch (evidence.kind) {
        case 'read':
          return `status ${evidence.status}${evidence.waitingFor === null ? '' : ` (${evidence.waitingFor})`}`;
        case 'missing':
          return evidence.startDialog ? 'only its key is there: a start dialog' : 'no registry file';
        case 'could-not-look':
          return `could not look: ${evidence.reason}`;
        case 'foreign':
          return `another pid domain: ${evidence.domain}`;
      }
      break;
    case 'process':
      return evidence.condition === 'running' && evidence.ttyInputAt !== null
        ? 'running; input on its terminal'
        : evidence.condition.replaceAll('-', ' ');
    case 'transcript':
      switch (evidence.kind) {
        case 'line':
          return `${describeFact(evidence.fact)}${evidence.live ? '' : ' (history)'}`;
        case 'end':
        case 'work':
        case 'began':
        case 'agents':
          return null;
        case 'missing':
          return 'no transcript';
        case 'could-not-look':
          return `could not look: ${evidence.reason}`;
      }
      break;
    case 'hook':
      return describeHook(evidence);
    case 'pane':
      switch (evidence.kind) {
        case 'dialog':
          return `a dialog stands there: ${evidence.title}`;
        case 'no-dialog':
          return 'no dialog';
        case 'could-not-look':
          return `could not look: ${evidence.reason}`;
      }
      break;
    case 'person':
      return evidence.kind === 'seen' ? 'you have seen it' : 'you took "seen" back';
    case 'memory':
      switch (evidence.kind) {
        case 'restart':
          return `Tallymux started again; it was ${evidence.state}`;
        case 'bound':
          return `bound to transcript ${evidence.conversation}, the only one that can be its own`;
        case 'shared':
          return evidence.shared
            ? 'its conversation is live in another session too'
            : 'its conversation is its own again';
        case 'holding':
          return evidence.prompts === 0
            ? 'no prompt is held open'
            : `prompts held open by their hooks: ${evidence.prompts}`;
        case 'distrust':
          return `no vote for this version: ${evidence.sources.join(', ') || 'none'}`;
      }
  }
}

function describeFact(fact: TranscriptFact): string {
  switch (fact.kind) {
    case 'prompt':
      return fact.by === 'person' ? 'a prompt' : fact.by === 'task' ? 'a background task came back' : 'a local command';
    case 'assistant':
      if (fact.tool !== null) return `calls ${fact.tool.action}`;
      return fact.finished ? 'a finished message' : 'part of a message';
    case 'tool-result':
      return fact.agentLaunched ? 'an agent began in the background' : 'a tool result';
    case 'decided':
      return fact.decision === 'allow' ? 'a hook allowed what was asked' : 'a hook denied what was asked';
    case 'interrupt':
      return 'you interrupted it';
    case 'api-error':
      return `an API error: ${fact.failure.kind}`;
    case 'agent-ended':
      return fact.toolId === null ? 'all background agents were stopped' : 'a background agent ended';
    case 'command-output':
      return "a local command's output";
    case 'queue':
      return {
        added: 'a prompt waits',
        taken: 'a waiting prompt was taken into the turn',
        begins: 'a waiting prompt begins the next turn',
        emptied: 'no prompt waits',
      }[fact.change];
    case 'compacted':
      return 'the conversation was compacted';
  }
}
