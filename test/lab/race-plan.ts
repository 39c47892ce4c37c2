// What happens in one race, made from its seed alone: which dialog opens, what goes wrong, and what two clients answer
// and when. Pure: the same seed gives the same plan.

import type { Step } from '../../src/demo/steps.ts';

/** What goes wrong. Times are milliseconds. */
export type Trouble =
  | { readonly kind: 'none' }
  /** Claude loses keys for longer than usual, or for a while. */
  | { readonly kind: 'drop'; readonly ms: number }
  | { readonly kind: 'ignore'; readonly ms: number }
  /** The screen is half drawn for so long. */
  | { readonly kind: 'redraw'; readonly ms: number }
  | { readonly kind: 'lag'; readonly registry: number; readonly hook: number }
  /** Another dialog takes its place, of the same text or of another; `after: null`: between look and key. */
  | { readonly kind: 'swap'; readonly after: number | null; readonly same: boolean }
  /** The person in the terminal answers. */
  | { readonly kind: 'person'; readonly after: number; readonly yes: boolean }
  /** A hook of the person's own approves. */
  | { readonly kind: 'approved'; readonly after: number }
  | { readonly kind: 'pane-closed'; readonly after: number }
  /**
   * Its tmux server ends, and another takes its place with a pane of the same number that shows the same. `hard`: server
   * and Claude are killed, and Claude's files still say that it waits.
   */
  | { readonly kind: 'tmux-restarted'; readonly after: number; readonly hard: boolean }
  /** Sub-agents ask at the same time. */
  | { readonly kind: 'queue'; readonly agents: number };

/** What one client does. */
export interface ClientPlan {
  /** Milliseconds after its card came. */
  readonly after: number;
  /** 0 to 1: which of the options. */
  readonly pick: number;
  /** Which of several prompts, from 0. */
  readonly which: number;
}

/** One race. */
export interface RacePlan {
  readonly seed: number;
  /** A word that is in the text of the first dialog and of no other race's. */
  readonly token: string;
  readonly tool: Extract<Step, { do: 'tool' }>;
  /** Claude's own fallback, without digits. */
  readonly unchecked: boolean;
  readonly trouble: Trouble;
  readonly clients: readonly ClientPlan[];
  /** The session has our hooks. */
  readonly hooked: boolean;
}

/** Numbers from 0 to 1, the same for the same seed. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The plan of a seed. */
export function planOf(seed: number): RacePlan {
  const random = randomFrom(seed);
  const between = (low: number, high: number) => Math.round(low + random() * (high - low));
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T;
  const token = `race${seed}`;
  const hooked = random() < 0.5;
  const trouble = troubleOf(one(KINDS), between, random);
  const plain = trouble.kind === 'swap' || trouble.kind === 'queue' || trouble.kind === 'approved';
  const tool = toolFor(plain ? 'Bash' : one(TOOLS), token, trouble);
  const unchecked = tool.name === 'Bash' && !plain && random() < 0.25;
  const client = (): ClientPlan => ({ after: between(0, 350), pick: random(), which: random() < 0.7 ? 0 : 1 });
  const clients = [client(), client()];
  return { seed, token, tool, unchecked, trouble: restartedInstead(trouble, clients, seed), clients, hooked };
}

/** The call that stands in the place of the first after a swap. */
export function otherTool(plan: RacePlan): Extract<Step, { do: 'tool' }> {
  const same = plan.trouble.kind === 'swap' && plan.trouble.same;
  return same ? plan.tool : bash(`rm -rf other-${plan.token}`);
}

/** What a sub-agent calls in a race with several. */
export function agentTool(plan: RacePlan, agent: number): Extract<Step, { do: 'tool' }> {
  return bash(`touch agent${agent}-${plan.token}`);
}

const KINDS = [
  ...(['none', 'none', 'drop', 'ignore', 'redraw', 'lag', 'swap', 'swap', 'swap', 'swap', 'person', 'person'] as const),
  ...(['person', 'approved', 'pane-closed', 'queue'] as const),
];
const TOOLS = ['Bash', 'Bash', 'Edit', 'AskUserQuestion', 'mcp__lab__deploy'] as const;

function troubleOf(
  kind: (typeof KINDS)[number],
  between: (low: number, high: number) => number,
  random: () => number,
): Trouble {
  switch (kind) {
    case 'none':
      return { kind };
    case 'drop':
      return { kind, ms: between(150, 700) };
    case 'ignore':
      return { kind, ms: between(200, 1500) };
    case 'redraw':
      return { kind, ms: between(20, 250) };
    case 'lag':
      return { kind, registry: between(0, 600), hook: between(0, 400) };
    case 'swap':
      return { kind, after: random() < 0.4 ? null : between(50, 900), same: random() < 0.4 };
    case 'person':
      return { kind, after: between(100, 900), yes: random() < 0.5 };
    case 'approved':
      return { kind, after: between(0, 5) * 150 };
    case 'pane-closed':
      return { kind, after: between(100, 700) };
    case 'queue':
      return { kind, agents: between(2, 3) };
  }
}

/**
 * Every second pane that would be closed goes with its server. Drawn apart from all else, so that the plans of seeds that
 * were kept before stay as they were.
 */
function restartedInstead(trouble: Trouble, clients: readonly ClientPlan[], seed: number): Trouble {
  if (trouble.kind !== 'pane-closed') return trouble;
  const random = randomFrom(~seed);
  if (random() < 0.5) return trouble;
  // Before the first of the clients answers, or while that answer is on its way.
  const after = Math.round(random() * (Math.min(...clients.map((each) => each.after)) + 150));
  return { kind: 'tmux-restarted', after, hard: random() < 0.5 };
}

function toolFor(name: (typeof TOOLS)[number], token: string, trouble: Trouble): Extract<Step, { do: 'tool' }> {
  if (name === 'Bash')
    return bash(trouble.kind === 'approved' ? `approve-after-${trouble.after} ${token}` : `touch ${token}`);
  if (name === 'Edit') {
    return {
      do: 'tool',
      name,
      input: { file_path: `/src/${token}.ts`, old_string: 'a', new_string: 'b', replace_all: false },
    };
  }
  if (name === 'mcp__lab__deploy') return { do: 'tool', name, input: { env: token } };
  const options = ['Red', 'Green', 'Blue'].map((label) => ({ label, description: `Take ${label}` }));
  const questions = [{ question: `Which ${token}?`, header: 'Colour', options, multiSelect: false }];
  return { do: 'tool', name, input: { questions } };
}

function bash(command: string): Extract<Step, { do: 'tool' }> {
  return { do: 'tool', name: 'Bash', input: { command, description: 'Run a command' } };
}
