// Whichever way a hook comes, it means the same; and what is no hook, or nobody's, changes nothing.

import { randomUUID } from 'node:crypto';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { State } from '../../src/core/session.ts';
import { startFakeClaude } from '../lab/fake-claude.ts';
import { type FakeLab, makeFakeLab } from '../lab/fake-lab.ts';
import { type Payload, postHook, WAYS } from '../lab/hook-ways.ts';
import { until } from '../lab/until.ts';

let lab: FakeLab;
beforeAll(async () => {
  lab = makeFakeLab('hook-ways');
  await lab.open();
});
afterAll(() => lab.close());

/** A Claude of a version without a registry: its hooks are all that tells of it. */
async function claude(name: string) {
  const cwd = lab.project(name);
  const { pid } = await startFakeClaude({ home: lab.home, cwd });
  const conversation = randomUUID();
  const payload = (hook_event_name: string, more: object = {}): Payload => ({
    session_id: conversation,
    transcript_path: join(lab.claude, 'projects', 'x', `${conversation}.jsonl`),
    cwd,
    hook_event_name,
    ...more,
  });
  return { pid, cwd, conversation, payload };
}

const touch = { tool_name: 'Bash', tool_input: { command: 'touch x' } };
/** A turn: what happens, and how the session stands afterwards. */
const TURN: readonly (readonly [string, object, State])[] = [
  ['SessionStart', { source: 'startup' }, 'idle'],
  ['UserPromptSubmit', { prompt: 'é "ü" 漢', prompt_id: 'p1' }, 'busy'],
  ['PermissionRequest', { ...touch, prompt_id: 'p1' }, 'needs-input'],
  ['PostToolUse', { ...touch, tool_use_id: 't1', prompt_id: 'p1' }, 'busy'],
  ['Stop', { last_assistant_message: 'Done.', background_tasks: [], prompt_id: 'p1' }, 'review'],
];

describe('C8, A3: the same turn', () => {
  const evidence: Record<string, readonly string[]> = {};
  it.each(Object.keys(WAYS) as (keyof typeof WAYS)[])('by %s', async (name) => {
    const { pid, conversation, payload } = await claude(`turn by ${name}`);
    for (const [event, more, state] of TURN) {
      await WAYS[name](lab, pid, payload(event, more));
      await lab.turns(pid, state);
    }
    const view = await lab.shows(pid, 'its conversation', (session) => session.conversation === conversation);
    expect(lab.history(view.id).filter((state) => state !== 'unknown')).toEqual([
      'idle',
      'busy',
      'needs-input',
      'busy',
      'review',
    ]);
    const explanation = await lab.daemon.command('explain', { session: view.id });
    evidence[name] = explanation.evidence.filter(({ source }) => source === 'hook').map(({ text }) => text);
    expect(evidence[name]).toHaveLength(TURN.length);
    expect(evidence[name]).toEqual(evidence.spool ?? evidence[name]);
    expect(lab.log()).not.toContain('passed over');
    expect(readdirSync(join(lab.state, 'spool'))).toEqual([]);
  });
});
