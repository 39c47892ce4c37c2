// Listening ports on macOS, from output as `lsof` and `ps` print it there (test/fixtures/darwin, written by hand).

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { RunProgram } from './darwin.ts';
import { makeDarwinPorts } from './darwin-ports.ts';
import { parseListeners } from './darwin-protocol.ts';

const fixtures = join(import.meta.dirname, '../../../test/fixtures/darwin');
const listening = readFileSync(join(fixtures, 'lsof-listen.txt'), 'utf8');
/** The recorded list, with a dev server below the Claude 1204. */
const list = `${readFileSync(join(fixtures, 'ps-all.txt'), 'utf8').trimEnd()}
 1299  1204   501 S    ttys003  Mon Nov 30 07:02:00 2026     /bin/zsh
 1301  1299   501 S    ttys003  Mon Nov 30 07:02:01 2026     node
`;
const roots = [1204, 1402, 1311].map((pid) => ({ pid, startTicks: '' }));

test('A9: macOS: each tree has its own ports, once, ascending', async () => {
  const run: RunProgram = async (program) => (program === 'lsof' ? listening : list);
  expect(await makeDarwinPorts(run, 501).portsOf(roots)).toEqual([[5173], [3000, 9229], []]);
});

test('A9: macOS: where nobody listens one program is run, and without sessions none', async () => {
  const ran: string[] = [];
  const run: RunProgram = async (program) => {
    ran.push(program);
    return '';
  };
  expect(await makeDarwinPorts(run, 501).portsOf(roots)).toEqual([[], [], []]);
  expect(await makeDarwinPorts(run, 501).portsOf([])).toEqual([]);
  expect(ran).toEqual(['lsof']);
});

test('A9: macOS: what did not run is unknown, not none', async () => {
  expect(await makeDarwinPorts(async () => null, 501).portsOf(roots)).toEqual([null, null, null]);
});

test('A9: macOS: odd output holds no ports', () => {
  expect([...parseListeners('n*:80\npx\nn*:81\np5\nn*:\nn*:99999999\nf3\n')]).toEqual([]);
});
