// What a prompt asks, in the shape in which it is shown: page, command line and notifications draw the same from it.
// Pure. Tool inputs are somebody else's JSON: what does not have the expected shape is shown as it is.

import type { Prompt } from './prompt.ts';

/** One question of Claude's AskUserQuestion. */
export interface AskedQuestion {
  readonly question: string;
  /** A few words for its tab. */
  readonly header: string;
  readonly several: boolean;
  readonly options: readonly { readonly label: string; readonly description: string }[];
}

/** One field of a form, from its JSON schema. */
export interface FormField {
  readonly name: string;
  readonly title: string;
  readonly description: string | null;
  readonly required: boolean;
  readonly type: 'text' | 'number' | 'integer' | 'boolean' | 'choice' | 'choices';
  /** Of a choice: what may be chosen, and the words for it. */
  readonly choices: readonly { readonly value: string; readonly label: string }[];
}

/** What is asked. Texts are complete. */
export type Ask =
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly description: string | null;
      readonly background: boolean;
    }
  | {
      readonly kind: 'edit';
      readonly path: string;
      readonly before: string;
      readonly after: string;
      readonly all: boolean;
    }
  | { readonly kind: 'write'; readonly path: string; readonly content: string }
  | { readonly kind: 'fetch'; readonly url: string; readonly purpose: string | null }
  | { readonly kind: 'questions'; readonly questions: readonly AskedQuestion[] }
  | { readonly kind: 'plan'; readonly plan: string }
  | {
      readonly kind: 'form';
      readonly server: string;
      readonly message: string;
      /** `null`: the form has something in it that we cannot draw. */
      readonly fields: readonly FormField[] | null;
    }
  /** A tool of which nothing more is known; of an MCP tool also the server. `input` is JSON, two blanks a level. */
  | { readonly kind: 'tool'; readonly server: string | null; readonly tool: string; readonly input: string }
  /** Only the dialog on the screen is known. */
  | { readonly kind: 'screen'; readonly lines: readonly string[] }
  | { readonly kind: 'nothing' };

type Input = Readonly<Record<string, unknown>>;

/** What a prompt asks. */
export function askOf(prompt: Pick<Prompt, 'kind' | 'tool' | 'input' | 'screen'>): Ask {
  const { tool, input, screen } = prompt;
  if (input === null) return screen === null ? { kind: 'nothing' } : { kind: 'screen', lines: screen };
  return (
    (prompt.kind === 'form' ? formAsk(tool ?? '', input) : toolAsk(tool ?? '', input)) ?? rawAsk(tool ?? '', input)
  );
}

/** One line that names what is asked: the command, the file, the question. */
export function subjectOf(prompt: Pick<Prompt, 'kind' | 'tool' | 'input' | 'screen' | 'title'>): string {
  const ask = askOf(prompt);
  switch (ask.kind) {
    case 'command':
      return oneLine(ask.command);
    case 'edit':
    case 'write':
      return oneLine(ask.path);
    case 'fetch':
      return oneLine(ask.url);
    case 'questions':
      return oneLine(ask.questions[0]?.question ?? prompt.title);
    case 'plan':
      return oneLine(ask.plan.replace(/^#+\s*/, ''));
    case 'form':
      return oneLine(ask.message);
    case 'tool':
      return ask.tool;
    default:
      return oneLine(prompt.title);
  }
}

function toolAsk(tool: string, input: Input): Ask | null {
  switch (tool) {
    case 'Bash': {
      const command = text(input, 'command');
      if (command === null) return null;
      return {
        kind: 'command',
        command,
        description: text(input, 'description'),
        background: input['run_in_background'] === true,
      };
    }
    case 'Edit': {
      const [path, before, after] = [text(input, 'file_path'), text(input, 'old_string'), text(input, 'new_string')];
      if (path === null || before === null || after === null) return null;
      return { kind: 'edit', path, before, after, all: input['replace_all'] === true };
    }
    case 'Write': {
      const [path, content] = [text(input, 'file_path'), text(input, 'content')];
      return path === null || content === null ? null : { kind: 'write', path, content };
    }
    case 'WebFetch': {
      const url = text(input, 'url');
      return url === null ? null : { kind: 'fetch', url, purpose: text(input, 'prompt') };
    }
    case 'AskUserQuestion': {
      const questions = objects(input['questions'])?.map(questionOf) ?? [];
      return questions.length === 0 || questions.includes(null)
        ? null
        : { kind: 'questions', questions: questions.flatMap((question) => question ?? []) };
    }
    case 'ExitPlanMode': {
      const plan = text(input, 'plan');
      return plan === null ? null : { kind: 'plan', plan };
    }
    default:
      return null;
  }
}

function questionOf(input: Input): AskedQuestion | null {
  const question = text(input, 'question');
  const options = objects(input['options']);
  if (question === null || options === null) return null;
  return {
    question,
    header: text(input, 'header') ?? '',
    several: input['multiSelect'] === true,
    options: options.map((option) => ({
      label: text(option, 'label') ?? '',
      description: text(option, 'description') ?? '',
    })),
  };
}

function formAsk(server: string, input: Input): Ask | null {
  const schema = input['requested_schema'];
  const properties = isObject(schema) && isObject(schema['properties']) ? schema['properties'] : null;
  if (!isObject(schema) || properties === null) return null;
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  const fields = Object.entries(properties).map(([name, property]) =>
    isObject(property) ? fieldOf(name, property, required.includes(name)) : null,
  );
  return {
    kind: 'form',
    server,
    message: text(input, 'message') ?? '',
    fields: fields.includes(null) ? null : fields.flatMap((field) => field ?? []),
  };
}

function fieldOf(name: string, property: Input, required: boolean): FormField | null {
  const field = { name, title: text(property, 'title') ?? name, description: text(property, 'description'), required };
  const choices = choicesOf(property);
  const items = property['items'];
  switch (property['type']) {
    case 'string':
      return { ...field, type: choices === null ? 'text' : 'choice', choices: choices ?? [] };
    case 'number':
    case 'integer':
    case 'boolean':
      return { ...field, type: property['type'], choices: [] };
    case 'array': {
      const several = isObject(items) ? choicesOf(items) : null;
      return several === null ? null : { ...field, type: 'choices', choices: several };
    }
    default:
      return null;
  }
}

/** `enum` with its `enumNames`, or a list of constants with titles. */
function choicesOf(property: Input): FormField['choices'] | null {
  const values = property['enum'];
  const names = property['enumNames'];
  if (Array.isArray(values) && values.every((value) => typeof value === 'string'))
    return values.map((value, at) => {
      const name: unknown = Array.isArray(names) ? names[at] : undefined;
      return { value, label: typeof name === 'string' ? name : value };
    });
  const constants = objects(property['oneOf'] ?? property['anyOf']);
  if (constants === null || constants.some((one) => text(one, 'const') === null)) return null;
  return constants.map((one) => {
    const value = text(one, 'const') ?? '';
    return { value, label: text(one, 'title') ?? value };
  });
}

function rawAsk(tool: string, input: Input): Ask {
  const [, server, name] = /^mcp__(.+?)__(.+)$/.exec(tool) ?? [];
  return {
    kind: 'tool',
    server: server ?? null,
    tool: name ?? tool,
    input: Object.keys(input).length === 0 ? '' : JSON.stringify(input, null, 2),
  };
}

function text(input: Input, name: string): string | null {
  const value = Object.hasOwn(input, name) ? input[name] : undefined;
  return typeof value === 'string' ? value : null;
}

function objects(value: unknown): readonly Input[] | null {
  return Array.isArray(value) && value.every(isObject) ? value : null;
}

function isObject(value: unknown): value is Input {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function oneLine(value: string): string {
  const line = value.trim().split('\n', 1)[0] ?? '';
  return line.length < value.trim().length ? `${line} …` : line;
}
