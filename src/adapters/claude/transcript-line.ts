// What one line of a transcript means. Pure. The line types are described in FINDINGS §e; what we do not know means nothing.

import type { TranscriptFact } from '../../core/evidence.ts';
import type { WorkFact } from '../../core/work.ts';
import { actionOf } from './tool-action.ts';
import { type Fields, fields, oneLine, string, tokensOf } from './transcript-fields.ts';
import { workOfLine } from './transcript-work.ts';

/** A transcript line that means something. */
export interface TranscriptLine {
  readonly facts: readonly TranscriptFact[];
  /** What it tells of the work: nothing that moves a state. */
  readonly work: readonly WorkFact[];
  readonly conversation: string | null;
  readonly branch: string | null;
  /** Epoch milliseconds by Claude's clock. */
  readonly writtenAt: number | null;
}

/** Of attachments, many and large, only the decisions. */
const LINE_TYPES = /"type":"(?:user|assistant|system|queue-operation|hook_permission_decision)"/;

/**
 * Reads one line of a session's transcript. What sub-agents write there (old versions) means nothing.
 * @returns `null` for a line that means nothing to us, `'torn'` for one that is not JSON.
 */
export function parseTranscriptLine(line: string): TranscriptLine | null | 'torn' {
  return parse(line, false);
}

/** Reads one line of a sub-agent's own file, which is written like a transcript. */
export function parseAgentLine(line: string): TranscriptLine | null | 'torn' {
  return parse(line, true);
}

function parse(line: string, agent: boolean): TranscriptLine | null | 'torn' {
  // Most lines are bookkeeping, some of them huge: only lines of our types are worth parsing.
  if (!LINE_TYPES.test(line)) return line.trimEnd().endsWith('}') ? null : 'torn';
  let value: Fields;
  try {
    value = JSON.parse(line) as Fields;
  } catch {
    return 'torn';
  }
  if (value === null || typeof value !== 'object' || (value.isSidechain === true) !== agent) return null;
  const facts = factsOf(value);
  if (facts.length === 0) return null;
  const time = Date.parse(string(value.timestamp) ?? '');
  return {
    facts,
    work: workOfLine(value, facts),
    conversation: string(value.sessionId),
    branch: branchOf(value.gitBranch),
    writtenAt: Number.isNaN(time) ? null : time,
  };
}

function factsOf(line: Fields): readonly TranscriptFact[] {
  switch (line.type) {
    case 'user':
      return userFacts(line);
    case 'assistant':
      return assistantFacts(line);
    case 'system':
      return systemFacts(line);
    case 'queue-operation':
      return queueFacts(line);
    case 'attachment':
      return decisionFacts(fields(line.attachment));
    default:
      return [];
  }
}

function userFacts(line: Fields): readonly TranscriptFact[] {
  if (line.isCompactSummary === true) return [{ kind: 'compacted' }];
  if (line.isMeta === true) return [];
  const message = fields(line.message);
  const blocks = contentBlocks(message.content);
  const results: TranscriptFact[] = blocks
    .filter((block) => block.type === 'tool_result')
    .map((block) => ({
      kind: 'tool-result',
      toolId: string(block.tool_use_id) ?? '',
      agentLaunched: isAgentLaunch(line.toolUseResult),
    }));
  const text = textOfBlocks(blocks);
  if (text.startsWith('[Request interrupted by user') || blocks.some(isStopped))
    return [...results, { kind: 'interrupt' }];
  if (results.length > 0) return results;
  if (text === '') return blocks.some((block) => block.type === 'image') ? promptFacts(IMAGE, null, turnOf(line)) : [];
  return promptFacts(text, string(fields(line.origin).kind), turnOf(line));
}

/** Stands for a picture, whose bytes we never keep. */
const IMAGE = '[image]';

function turnOf(line: Fields): string | null {
  return string(line.promptId);
}

function promptFacts(text: string, origin: string | null, turn: string | null): readonly TranscriptFact[] {
  if (origin === 'task-notification' || text.startsWith('<task-notification>')) {
    const toolId = /<tool-use-id>([^<]+)<\/tool-use-id>/.exec(text)?.[1] ?? '';
    return [
      { kind: 'agent-ended', toolId },
      { kind: 'prompt', by: 'task', text: '', turn },
    ];
  }
  if (/^<(?:local-command|bash)-(?:stdout|stderr)>/.test(text)) return [{ kind: 'command-output' }];
  if (/^<(?:command-(?:name|message)|bash-input)>/.test(text))
    return [{ kind: 'prompt', by: 'command', text: '', turn }];
  return [{ kind: 'prompt', by: 'person', text: oneLine(text), turn }];
}

function assistantFacts(line: Fields): readonly TranscriptFact[] {
  const message = fields(line.message);
  const blocks = contentBlocks(message.content);
  const text = textOfBlocks(blocks);
  if (line.isApiErrorMessage === true) {
    const status = line.apiErrorStatus;
    return [
      {
        kind: 'api-error',
        failure: {
          kind: string(line.error) ?? 'unknown',
          text: oneLine(text),
          status: typeof status === 'number' ? status : null,
        },
      },
    ];
  }
  // Claude's own filler ("No response requested.") is nobody's work.
  if (message.model === '<synthetic>') return [];
  const reason = string(message.stop_reason);
  // Before 2.1 a streamed message is written before its reason is known: words without a call end the turn, until a
  // call follows.
  const unsaid = reason === null && /^[01]\.|^2\.0\./.test(string(line.version) ?? '');
  const finished = unsaid || (reason !== null && reason !== 'tool_use' && reason !== 'pause_turn');
  const base = { kind: 'assistant', model: string(message.model), tokens: tokensOf(message.usage) } as const;
  const spoken = text === '' ? null : oneLine(text);
  const tools = blocks.filter((block) => block.type === 'tool_use');
  if (tools.length === 0) return [{ ...base, finished, text: spoken, tool: null }];
  return tools.map((block) => {
    const name = string(block.name) ?? 'tool';
    const tool = {
      id: string(block.id) ?? '',
      action: actionOf(name, fields(block.input)),
      agent: name === 'Agent' || name === 'Task',
    };
    return { ...base, finished: false, text: spoken, tool };
  });
}

function systemFacts(line: Fields): readonly TranscriptFact[] {
  switch (line.subtype) {
    case 'compact_boundary':
      return [{ kind: 'compacted' }];
    case 'local_command':
      return [{ kind: 'command-output' }];
    case 'agents_killed':
      return [{ kind: 'agent-ended', toolId: null }];
    default:
      return [];
  }
}

function queueFacts(line: Fields): readonly TranscriptFact[] {
  switch (line.operation) {
    case 'enqueue':
      return [{ kind: 'queue', change: 'added' }];
    case 'dequeue':
      return [{ kind: 'queue', change: 'begins' }];
    case 'remove':
      return [{ kind: 'queue', change: 'taken' }];
    default:
      return [{ kind: 'queue', change: 'emptied' }];
  }
}

function decisionFacts({ type, decision, toolUseID }: Fields): readonly TranscriptFact[] {
  const toolId = string(toolUseID);
  if (type !== 'hook_permission_decision' || toolId === null) return [];
  return decision === 'allow' || decision === 'deny' ? [{ kind: 'decided', toolId, decision }] : [];
}

/** Claude writes `HEAD` where there is no branch: outside a repository, or on a detached commit. */
function branchOf(value: unknown): string | null {
  const branch = string(value);
  return branch === 'HEAD' ? null : branch;
}

/** A refusal without a reason stops the turn; the interrupt line itself may come a moment later. */
function isStopped({ type, content }: Fields): boolean {
  if (type !== 'tool_result') return false;
  const text = typeof content === 'string' ? content : textOfBlocks(contentBlocks(content));
  return (
    text.startsWith("The user doesn't want to proceed with this tool use") && text.includes('STOP what you are doing')
  );
}

function isAgentLaunch(result: unknown): boolean {
  const { isAsync, agentId } = fields(result);
  return isAsync === true && typeof agentId === 'string';
}

function contentBlocks(content: unknown): readonly Fields[] {
  if (typeof content === 'string') return [{ type: 'text', text: content }];
  return Array.isArray(content) ? content.map(fields) : [];
}

function textOfBlocks(blocks: readonly Fields[]): string {
  return blocks
    .filter((block) => block.type === 'text')
    .map((block) => string(block.text) ?? '')
    .join('\n')
    .trim();
}
