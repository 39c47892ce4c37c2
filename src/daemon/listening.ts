// Keeps the ports that sessions listen on fresh: slowly, and each beat right after a command went on in the background.
// It shows ports and nothing else: no state rests on them.

import type { Living } from './living.ts';
import type { Clock, ListeningPorts } from './ports.ts';
import type { Sessions } from './sessions.ts';

/** How often ports are looked at, in milliseconds. */
const EVERY = 5_000;
/** A command in the background begins to listen soon or not at all, in milliseconds. */
const SOON = 10_000;
/** Half of the daemon's beat: what is nearly due is due, in milliseconds. */
const NEARLY = 500;

/** Makes the step that looks at ports when it is time. */
export function followPorts(
  listening: ListeningPorts,
  sessions: Pick<Sessions, 'all' | 'settle'>,
  clock: Clock,
): () => Promise<void> {
  let last = Number.NEGATIVE_INFINITY;
  return async () => {
    const now = clock.steady();
    const mine = [...sessions.all()].filter(mayListen);
    const soon = mine.some(({ shellAt }) => shellAt !== null && now - shellAt < SOON);
    if (mine.length === 0 || (!soon && now - last < EVERY - NEARLY)) return;
    last = now;
    const found = await listening.portsOf(mine.flatMap(({ origin }) => origin.process ?? []));
    for (const [place, living] of mine.entries()) {
      const ports = found[place];
      if (ports == null || living.ports.join() === ports.join()) continue;
      living.ports = ports;
      sessions.settle(living);
    }
  };
}

/** A session whose processes can be looked at; without any below it there is nothing to find. */
function mayListen({ endedAt, kind, origin, picture, ports }: Living): boolean {
  const childless = picture.process?.children === 0 && ports.length === 0;
  return endedAt === null && kind !== 'script' && origin.process !== null && !childless;
}
