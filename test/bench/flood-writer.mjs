// The writer of the flood, a process of its own: writes spool files at a pace, tells what it wrote and when, and ends.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { spoolFile, turnHook } from './hook-files.mjs';

let input = '';
for await (const chunk of process.stdin) input += chunk;
const { spool, sessions, pace, seconds } = JSON.parse(input);
const last = sessions.map(() => '');
const began = Date.now();
let count = 0;
while (count < pace * seconds) {
  const due = Math.min(pace * seconds, Math.floor(((Date.now() - began) / 1000) * pace));
  const written = [];
  while (count < due) {
    const at = count % sessions.length;
    const round = Math.floor(count / sessions.length);
    const { event, state, payload } = turnHook(sessions[at], `flood-${Math.floor(round / 2)}`, round % 2 === 0);
    const name = `f${count}.${sessions[at].pid}`;
    writeFileSync(join(spool, name), spoolFile(event, sessions[at].pid, payload));
    written.push([name, Date.now()]);
    last[at] = state;
    count += 1;
  }
  if (written.length > 0) process.send({ written });
  await pause(2);
}
process.send({ began, count, last });
process.disconnect();
