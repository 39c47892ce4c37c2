// The complete content of a question that a hook brings. It is kept beside the evidence, not in it: a picture would
// grow with it, and no rule reads it. Plain data.

/** One entry of `permission_suggestions`, as it came: echoed to Claude, it applies what its dialog offers. */
export type PermissionSuggestion = Readonly<Record<string, unknown>>;

/** What a PermissionRequest or an Elicitation asks (FINDINGS §a, §n). */
export interface HookQuestion {
  readonly asks: 'permission' | 'form';
  /** Claude's name of the tool, or the MCP server that asks. */
  readonly tool: string;
  /** `tool_input`, complete; of a form `message`, `requested_schema` and `mode`. */
  readonly input: Readonly<Record<string, unknown>>;
  /** `null` where Claude sends none (AskUserQuestion, ExitPlanMode, forms). */
  readonly suggestions: readonly PermissionSuggestion[] | null;
  /** `permission_mode`. */
  readonly mode: string | null;
  readonly agentType: string | null;
  /** Name of the fifo in `ask/` where its launcher waits for the decision; `null`: it does not wait. */
  readonly held: string | null;
  /** Sub-agents of this Claude run in the foreground: their dialogs race with their hooks, as in the main thread. */
  readonly foregroundAgents: boolean;
}
