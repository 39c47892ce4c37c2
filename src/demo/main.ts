// The demo's program. `driver`: plays stand-ins for Claude from JSON lines on stdin, each with a sleeping process of its
// own. `tour`: six sessions live through every state, over and over. Both write only below the HOME or CLAUDE_CONFIG_DIR
// they were given. `show`: a home, a daemon and the tour, told about by one JSON line. All of them end, with everything
// they started, when stdin ends.

import { dirname, join } from 'node:path';
import { sleepingBody } from './body.ts';
import { bodyInPane } from './pane-body.ts';
import { serveScript } from './serve-script.ts';
import { show } from './show.ts';
import { createStandIn } from './stand-in.ts';
import { runInTerminal, streamsInTerminal } from './terminal.ts';
import { playTour } from './tour.ts';

const [self = '', mode = '', ...rest] = process.argv.slice(1);
const home = process.env.HOME;
if (!home) throw new Error('HOME is not set: a stand-in needs a home of its own.');
const configDirectory = process.env.CLAUDE_CONFIG_DIR ?? null;
const newStandIn = () =>
  createStandIn(configDirectory ?? join(home, '.claude'), (cwd, { environment, pane }) => {
    const place = { home, configDirectory, more: environment ?? {} };
    return pane === undefined ? sleepingBody(place, cwd) : bodyInPane(place, cwd, pane);
  });

if (mode === 'driver' || mode === 'tour') {
  process.exitCode = await runInTerminal([self, `${mode}-in-terminal`, ...rest]);
} else if (mode === 'driver-in-terminal') {
  await serveScript({ ...streamsInTerminal(), newStandIn });
  process.exit();
} else if (mode === 'tour-in-terminal') {
  await playTour({ home, speed: Number(rest[0] ?? '1'), input: streamsInTerminal().input, newStandIn });
  process.exit();
} else if (mode === 'show') {
  try {
    await show({
      self,
      daemon: join(dirname(self), 'daemon.mjs'),
      commandLine: join(dirname(self), 'cli.cjs'),
      port: Number(rest[0] ?? '0'),
      speed: Number(rest[1] ?? '1'),
      input: process.stdin,
      onReady: (ready) => console.log(JSON.stringify(ready)),
    });
  } catch (error) {
    console.error(`tallymux: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
  process.exit();
} else {
  console.error(`There is no mode "${mode}": driver, tour or show.`);
  process.exitCode = 2;
}
