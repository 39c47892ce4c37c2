// Transcript lines as Claude Code 2.1.332 writes them, chained by their parents. Pure: a page is filled during one step
// and then handed over; it never reads what it wrote.

import type { Line, Moment, Playing } from './playing.ts';

/** A block of an assistant's or a user's message. */
export type Block = Readonly<Record<string, unknown>>;

/** The lines of one step. */
export interface Page {
  readonly lines: readonly Line[];
  /** `uuid` of the newest line that has one. */
  readonly parent: () => string | null;
  /** A line outside the tree: `mode`, `tools-used`, `queue-operation` and the like. */
  readonly loose: (type: string, rest?: Line) => void;
  readonly attachment: (type: string, rest?: Line) => void;
  /** A user line; returns its id. `before` stands before `type`, `after` behind the timestamp, as in the real thing. */
  readonly user: (content: string | readonly Block[], before?: Line, after?: Line) => string;
  /** One content block of an assistant message; returns the line's id. */
  readonly assistant: (message: AssistantMessage) => string;
  readonly apiError: (error: ApiError) => void;
  readonly system: (subtype: string, rest?: Line) => void;
}

/** One line's worth of an assistant message. */
export interface AssistantMessage {
  readonly id: string;
  readonly block: Block;
  /** `null` when it was cut off by an interrupt. */
  readonly stopReason: string | null;
}

/** An API error that ended the turn. */
export interface ApiError {
  readonly status: number;
  /** Claude's word: `server_error`, `rate_limit`, … */
  readonly error: string;
  readonly text: string;
}

/** System lines that do not say whether they are meta. */
const UNMARKED = ['stop_hook_summary', 'compact_boundary'];

/** An empty page for `playing`. `sidechain`: the lines are a sub-agent's. */
export function openPage(
  playing: Playing,
  moment: Moment,
  sidechain: { readonly agentId: string; readonly parent: string | null } | null = null,
): Page {
  const lines: Line[] = [];
  let parent = sidechain ? sidechain.parent : playing.parent;
  const timestamp = new Date(moment.at).toISOString();
  const sessionId = playing.conversation;
  const foot = {
    session_id: sessionId,
    userType: 'external',
    entrypoint: playing.entrypoint,
    cwd: playing.cwd,
    sessionId,
    version: playing.version,
    gitBranch: playing.branch,
  };
  const head = () => ({
    parentUuid: parent,
    isSidechain: sidechain !== null,
    ...(sidechain ? { agentId: sidechain.agentId } : {}),
  });
  const add = (line: Line, uuid: string): string => {
    lines.push(line);
    parent = uuid;
    return uuid;
  };

  return {
    lines,
    parent: () => parent,
    loose: (type, rest = {}) => {
      lines.push({ type, ...rest, sessionId });
    },
    attachment: (type, rest = {}) => {
      const uuid = moment.uuid();
      add({ ...head(), attachment: { type, ...rest }, type: 'attachment', uuid, timestamp, ...foot }, uuid);
    },
    user: (content, before = {}, after = {}) => {
      const uuid = moment.uuid();
      const message = { role: 'user', content };
      return add({ ...head(), ...before, type: 'user', message, uuid, timestamp, ...after, ...foot }, uuid);
    },
    assistant: ({ id, block, stopReason }) => {
      const uuid = moment.uuid();
      const message = {
        id,
        type: 'message',
        role: 'assistant',
        model: playing.model,
        content: [block],
        stop_reason: stopReason,
        stop_sequence: null,
        usage: usage(JSON.stringify(block).length, 2900 + 400 * playing.turnIndex),
      };
      const request = { apiBlockIndex: 0, requestId: `req_${moment.hex(24)}`, requestedModel: playing.model };
      const rest = { ...(stopReason === null ? { isAbortedMidStream: true } : {}), effort: 'medium', madeBy: 'model' };
      return add({ ...head(), message, ...request, type: 'assistant', uuid, timestamp, ...rest, ...foot }, uuid);
    },
    apiError: ({ status, error, text }) => {
      const uuid = moment.uuid();
      const message = {
        id: moment.uuid(),
        model: '<synthetic>',
        role: 'assistant',
        stop_reason: 'stop_sequence',
        stop_sequence: '',
        type: 'message',
        usage: usage(0, 0),
        content: [{ type: 'text', text }],
      };
      const rest = { requestId: `req_${moment.hex(24)}`, error, isApiErrorMessage: true, apiErrorStatus: status };
      add({ ...head(), type: 'assistant', uuid, timestamp, message, ...rest, madeBy: 'model', ...foot }, uuid);
    },
    system: (subtype, rest = {}) => {
      const uuid = moment.uuid();
      const meta = UNMARKED.includes(subtype) ? {} : { isMeta: false };
      add({ ...head(), type: 'system', subtype, ...rest, timestamp, uuid, ...meta, ...foot }, uuid);
    },
  };
}

function usage(written: number, read: number): Line {
  return {
    input_tokens: read,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: Math.ceil(written / 4),
    service_tier: 'standard',
  };
}
