// The demo's program. `stand-in`: this process is one Claude, driven by JSON lines on stdin. `driver`: one process plays
// many, each with a sleeping process of its own. `tour`: six sessions live through every state, over and over. All of
// them write only below the HOME or CLAUDE_CONFIG_DIR they were given, and end when their stdin ends.

import { join } from 'node:path';
import { ownBody, type Place, sleepingBody } from './body.ts';
import { serveScript } from './serve-script.ts';
import { createStandIn } from './stand-in.ts';
import { playTour } from './tour.ts';

const [mode = 'stand-in', ...rest] = process.argv.slice(2);
const home = process.env.HOME;
if (!home) throw new Error('HOME is not set: a stand-in needs a home of its own.');
const place: Place = { home, configDirectory: process.env.CLAUDE_CONFIG_DIR ?? null };
const claudeDirectory = place.configDirectory ?? join(home, '.claude');
const sleeping = (cwd: string) => sleepingBody(place, cwd);

if (mode === 'stand-in') {
  const self = createStandIn(claudeDirectory, async () => ownBody());
  process.once('SIGTERM', () => {
    void self.perform({ do: 'exit' }).finally(() => process.exit(143));
  });
  await serveScript({ input: process.stdin, output: process.stdout, newStandIn: () => self });
} else if (mode === 'driver') {
  const newStandIn = () => createStandIn(claudeDirectory, sleeping);
  await serveScript({ input: process.stdin, output: process.stdout, newStandIn });
} else if (mode === 'tour') {
  const speed = Number(rest[0] ?? '1');
  await playTour({ home, speed, input: process.stdin, newStandIn: () => createStandIn(claudeDirectory, sleeping) });
} else {
  console.error(`There is no mode "${mode}": stand-in, driver or tour.`);
  process.exitCode = 2;
}
