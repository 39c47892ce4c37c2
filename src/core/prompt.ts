// A prompt as everybody sees it: what blocks Claude until a person answers. Plain data. Its text comes from sessions
// and is hostile: whoever shows it treats it as text and nothing else.

import type { EditPlace } from './edit-place.ts';

/** `dialog`: Claude's own question about itself (trust, a model, an exit); `form`: asked by an MCP server. */
export type PromptKind = 'permission' | 'question' | 'plan' | 'form' | 'dialog';

/** How an answer can reach Claude: its held hook, or keys into its pane. */
export type Channel = 'hook' | 'pane';

/**
 * What an option does. Only these are ever acted on by name; `other` is a label that we cannot map, and does what it
 * says on the screen.
 * `allow`: once, nothing more. `allow-always`: also remembers a rule. `allow-mode`: also changes the permission mode.
 * `deny`: no, and stop; with a text: no, and go on with that. `choose`: one answer of a question.
 * `write`: a free answer of a question. `chat`: talk about the question instead. `accept`, `decline`: of a form.
 * `cancel`: what Esc does.
 */
export type Meaning =
  | 'allow'
  | 'allow-always'
  | 'allow-mode'
  | 'deny'
  | 'choose'
  | 'write'
  | 'chat'
  | 'accept'
  | 'decline'
  | 'cancel'
  | 'other';

/** One way to answer. */
export interface PromptOption {
  /** The terminal's number where `numbers` is `terminal`, else the card's own: 1, 2, … */
  readonly n: number;
  /** Claude's own words where its screen was read; control characters stripped. */
  readonly label: string;
  readonly meaning: Meaning;
  /** What stands under the label. */
  readonly detail: string | null;
  /** Whether words may go with it. */
  readonly text: 'no' | 'may' | 'must';
  /** Claude's own highlight. */
  readonly highlighted: boolean;
}

/**
 * `sending`: an answer is on its way; `not-confirmed`: one was sent and its effect was not seen.
 */
export type PromptStanding = 'open' | 'sending' | 'not-confirmed';

/** Reading a screen that could not be understood yet. */
export interface Reading {
  /** How often it was read, 1–5. */
  readonly tries: number;
  /** When it is read again, ISO 8601; `null`: it was given up, the person may ask for another. */
  readonly nextAt: string | null;
}

/**
 * One open prompt, exactly an element of `tallymux prompts --json`. Times are ISO 8601 UTC; what is absent is `null`.
 */
export interface Prompt {
  /** `k3f.2`: the session's id and a number that is never used again in that session. */
  readonly id: string;
  readonly session: string;
  readonly kind: PromptKind;
  /** Claude's title: `Bash command`. */
  readonly title: string;
  /** Claude's name of the tool (`Bash`, `mcp__lab__deploy`), or the MCP server of a form. */
  readonly tool: string | null;
  /**
   * The complete input of the tool, as Claude gives it to its hooks; of a form `{message, requested_schema}`. `null`
   * where no hook told it. `askOf` makes what is shown of it.
   */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** The visible lines of Claude's dialog, without its options; `null` where its screen was not read. */
  readonly screen: readonly string[] | null;
  /** Lines of what is asked that are not on Claude's screen; 0 when all of it is shown by `input` or `screen`. */
  readonly unseenLines: number;
  /** Where an edit stood in its file when the daemon first read of it; `null`: no edit, not known, or not certain. */
  readonly place: EditPlace | null;
  /** Kind of the sub-agent that asks (`general-purpose`); `null`: the main conversation. */
  readonly agent: string | null;
  /** Its place among the open prompts of its session: oldest first. */
  readonly position: { readonly n: number; readonly of: number };
  readonly openedAt: string;
  /** When what is asked or the options last became others: digits rest for a moment after it. */
  readonly changedAt: string;
  readonly answerableBy: readonly Channel[];
  readonly options: readonly PromptOption[];
  /** Whose numbers the options carry. */
  readonly numbers: 'terminal' | 'card';
  /** Whether the complete input may be changed with an `allow`. */
  readonly editable: boolean;
  readonly standing: PromptStanding;
  /** Why it cannot be answered here, or not yet, in words; `null` where it can. */
  readonly trouble: string | null;
  readonly reading: Reading | null;
  /** One of several was answered in the terminal; which one is not known yet. */
  readonly maybeAnswered: boolean;
}

/** How a prompt ended. `elsewhere`: at the terminal, or by another program; `gone`: nobody is asked any more. */
export type Outcome = 'allowed' | 'denied' | 'answered' | 'elsewhere' | 'gone';

/**
 * What showed that a prompt is over which was not answered by us. Each claims what was seen and no more.
 *
 * Of `elsewhere`:
 * - `terminal`: Claude went on from it, or its dialog went.
 * - `stopped`: the turn was interrupted, or Claude ended the hook that waited, as it does for a plain No and for Esc.
 * - `other-hook`: Claude wrote down that a hook decided it, and none of ours did.
 * - `next-turn`: another turn has begun.
 *
 * Of `gone`:
 * - `closed`: its terminal is no more.
 * - `ended`: its Claude ended.
 * - `conversation`: its session went to another one.
 * - `agent`: the sub-agent that asked it ended.
 * - `unasked`: Claude never said that it waits for it.
 * - `unclear`: an answer was sent, and nothing tells who was first.
 */
export type Ending =
  | 'terminal'
  | 'stopped'
  | 'other-hook'
  | 'next-turn'
  | 'closed'
  | 'ended'
  | 'conversation'
  | 'agent'
  | 'unasked'
  | 'unclear';

/** What is left of a prompt when it is closed. */
export interface Receipt {
  readonly prompt: string;
  readonly session: string;
  readonly outcome: Outcome;
  /** What showed that it is over; `null` where it was answered by us. */
  readonly ending: Ending | null;
  /** What was asked, one line: `npm run e2e`. */
  readonly subject: string;
  /** The chosen option's words and what was written with it; `null` where it was not answered by us. */
  readonly answer: string | null;
  /**
   * `false`: that it was allowed or refused was seen, and not whose words it was: a rule, another mode, a changed input,
   * an answer or a reason went along, and where another program's hook decides too, it may have been first.
   */
  readonly whole: boolean;
  /** Name of the device, or `command line`; `null` where it was not answered by us. */
  readonly by: string | null;
  readonly at: string;
}

/** The answer to one question of several. */
export interface QuestionAnswer {
  /** Labels of the chosen options, in Claude's order; more than one only where the question allows it. */
  readonly chosen: readonly string[];
  /** What the person wrote instead, or beside them where several may be chosen. */
  readonly text: string | null;
}

/** A value in a form. */
export type FormValue = string | number | boolean | readonly string[];

/** An answer, as a client sends it. It names what was looked at: anything else there refuses it. */
export interface PromptAnswer {
  readonly prompt: string;
  readonly option: Pick<PromptOption, 'n' | 'label' | 'meaning'>;
  /** `changedAt` of the prompt that was looked at: a question that has become another since is not answered. */
  readonly changedAt?: string;
  readonly text: string | null;
  /** The complete changed input, with `allow` of an editable prompt. */
  readonly input: Readonly<Record<string, unknown>> | null;
  /** One for each question, in order; `null`: `option` alone answers. */
  readonly answers: readonly QuestionAnswer[] | null;
  /** The values of a form, with `accept`. */
  readonly content: Readonly<Record<string, FormValue>> | null;
}
