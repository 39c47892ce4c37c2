// What Claude's tools were told to do and what came of it, read from the transcripts of one directory: the proof of
// what an answer brought about.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** One call of a tool, oldest first. */
export interface ToolCall {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** `null`: it has none yet. */
  readonly result: { readonly text: string; readonly error: boolean } | null;
  /** What a hook decided of it; `null`: nothing is written of that. */
  readonly decision: string | null;
}

interface Line {
  readonly type?: string;
  readonly timestamp?: string;
  readonly message?: { readonly content?: unknown };
  readonly attachment?: { readonly type?: string; readonly toolUseID?: string; readonly decision?: string };
}

interface Block {
  readonly type?: string;
  readonly id?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
  readonly tool_use_id?: string;
  readonly content?: unknown;
  readonly is_error?: boolean;
  readonly text?: string;
}

/** Every call of a tool in the transcripts of the project at `cwd`, those of sub-agents too. */
export function toolCalls(claudeDirectory: string, cwd: string): readonly ToolCall[] {
  const lines = linesOf(claudeDirectory, cwd);
  const results = new Map<string, ToolCall['result']>();
  const decisions = new Map<string, string>();
  for (const { message, attachment } of lines) {
    for (const block of blocksOf(message?.content)) {
      if (block.type === 'tool_result' && block.tool_use_id !== undefined)
        results.set(block.tool_use_id, { text: textOf(block.content), error: block.is_error === true });
    }
    if (attachment?.type === 'hook_permission_decision' && attachment.toolUseID !== undefined)
      decisions.set(attachment.toolUseID, attachment.decision ?? '');
  }
  return lines.flatMap(({ message }) =>
    blocksOf(message?.content).flatMap(({ type, id, name, input }) =>
      type === 'tool_use' && id !== undefined && name !== undefined
        ? { id, tool: name, input: input ?? {}, result: results.get(id) ?? null, decision: decisions.get(id) ?? null }
        : [],
    ),
  );
}

/** What the person said, oldest first: the texts of user lines that are no tool's result. */
export function personTexts(claudeDirectory: string, cwd: string): readonly string[] {
  return linesOf(claudeDirectory, cwd).flatMap(({ type, message }) => {
    if (type !== 'user') return [];
    const content = message?.content;
    if (typeof content === 'string') return content;
    const texts = blocksOf(content).flatMap((block) => (block.type === 'text' ? (block.text ?? '') : []));
    return texts.length === 0 ? [] : texts.join('');
  });
}

function linesOf(claudeDirectory: string, cwd: string): Line[] {
  const project = join(claudeDirectory, 'projects', cwd.replace(/[^a-zA-Z0-9]/g, '-'));
  const lines = filesBelow(project).flatMap((file) => readFileSync(file, 'utf8').split('\n').flatMap(parse));
  return lines.sort((a, b) => (a.timestamp ?? '').localeCompare(b.timestamp ?? ''));
}

function filesBelow(directory: string): string[] {
  try {
    const names = readdirSync(directory, { recursive: true, encoding: 'utf8' });
    return names.filter((name) => name.endsWith('.jsonl')).map((name) => join(directory, name));
  } catch {
    return [];
  }
}

/** A line that is still being written is none yet. */
function parse(text: string): Line[] {
  try {
    return [JSON.parse(text) as Line];
  } catch {
    return [];
  }
}

function blocksOf(content: unknown): readonly Block[] {
  return Array.isArray(content) ? (content as readonly Block[]) : [];
}

function textOf(content: unknown): string {
  if (typeof content === 'string') return content;
  return blocksOf(content)
    .map(({ text }) => text ?? '')
    .join('');
}
