// Reads single values out of a hook's payload: each with the type that it must have, cleaned and cut. Pure. What is
// absent is `null`; what has another type throws, in words that name the field and never its value.

/** An object of somebody else's JSON. */
export type Fields = Readonly<Record<string, unknown>>;

/** The payload is not as Claude writes it; the message is one line without anything from it. */
export class WrongShape extends Error {
  override readonly name = 'WrongShape';
}

const LONGEST_TEXT = 300;
const LONGEST_IDENTIFIER = 128;
const LONGEST_PATH = 4096;

/** One object of a payload. */
export class HookFields {
  readonly #fields: Fields;

  constructor(fields: Fields) {
    this.#fields = fields;
  }

  /** A name, an id or a word of Claude's; at most 128 characters. An empty one is none. */
  identifier(name: string): string | null {
    const value = this.#string(name);
    return value === null ? null : HookFields.clean(value.slice(0, LONGEST_IDENTIFIER)) || null;
  }

  /** A path as it was written; `null` for one with control characters or longer than any. */
  path(name: string): string | null {
    const value = this.#string(name);
    return value === null || value.length > LONGEST_PATH || /\p{Cc}/u.test(value) ? null : value;
  }

  /** What somebody wrote, in one line and at most 300 characters. */
  text(name: string): string | null {
    const value = this.#string(name);
    if (value === null) return null;
    const line = HookFields.clean(value.slice(0, LONGEST_TEXT * 4)).trim();
    if (line === '') return null;
    return line.length <= LONGEST_TEXT ? line : `${line.slice(0, LONGEST_TEXT - 1)}…`;
  }

  /** An object; an absent one is empty. */
  object(name: string): Fields {
    const value = this.#own(name);
    if (value === undefined || value === null) return {};
    if (typeof value !== 'object' || Array.isArray(value)) throw new WrongShape(`a hook whose ${name} is no object`);
    return value as Fields;
  }

  /** A list of objects; an absent one is empty. */
  objects(name: string): readonly HookFields[] {
    const value = this.#own(name);
    if (value === undefined || value === null) return [];
    if (!Array.isArray(value) || value.some((part) => typeof part !== 'object' || part === null))
      throw new WrongShape(`a hook whose ${name} is no list of objects`);
    return value.map((part) => new HookFields(part as Fields));
  }

  /** One line without control characters; white space becomes one space. */
  static clean(text: string): string {
    return text.replace(/\s+/g, ' ').replace(/\p{Cc}/gu, '');
  }

  #string(name: string): string | null {
    const value = this.#own(name);
    if (value === undefined || value === null || value === '') return null;
    if (typeof value !== 'string') throw new WrongShape(`a hook whose ${name} is no text`);
    return value;
  }

  #own(name: string): unknown {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }
}
