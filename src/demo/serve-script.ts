// The process side of stand-ins: steps come in as JSON lines, one reply line goes out for each step done. Sessions play
// side by side; the steps of one session, in order. When the input ends, all of them end.

import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import { parseScriptLine } from './script-line.ts';
import type { StandIn } from './stand-in.ts';
import type { Reply, ScriptLine } from './steps.ts';

/** Streams and the maker of stand-ins. */
export interface ScriptServer {
  readonly input: Readable;
  readonly output: Writable;
  readonly newStandIn: (session: string) => StandIn;
}

/** Resolves when the input has ended, every step is done and every process is gone. */
export async function serveScript({ input, output, newStandIn }: ScriptServer): Promise<void> {
  const sessions = new Map<string, StandIn>();
  const open = new Set<Promise<void>>();
  for await (const text of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (text.trim() === '') continue;
    const done = answer(text);
    open.add(done);
    void done.finally(() => open.delete(done));
  }
  await Promise.all(open);
  await Promise.all([...sessions.values()].map((session) => session.dispose()));

  async function answer(text: string): Promise<void> {
    let line: ScriptLine | null = null;
    try {
      line = parseScriptLine(text);
      const session = find(line);
      const result = await session.perform(line);
      reply({
        session: line.session ?? 'main',
        id: line.id ?? null,
        done: line.do,
        pid: session.pid(),
        conversation: session.conversation(),
        ...(result === undefined ? {} : { result }),
      });
    } catch (error) {
      const failed = error instanceof Error ? error.message : String(error);
      reply({ session: line?.session ?? 'main', id: line?.id ?? null, failed });
    }
  }

  function find(line: ScriptLine): StandIn {
    const name = line.session ?? 'main';
    const known = sessions.get(name);
    if (known && !(line.do === 'start' && known.pid() !== null)) return known;
    const made = newStandIn(name);
    sessions.set(name, made);
    return made;
  }

  function reply(message: Reply): void {
    output.write(`${JSON.stringify(message)}\n`);
  }
}
