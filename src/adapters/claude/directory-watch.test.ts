// Doorbells over real directories. Waits for a ring; never for time. Where the kernel refuses to watch is tried with the
// whole daemon, in test/integration.

import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type DirectoryWatch, watchDirectories } from './directory-watch.ts';

let directory = '';
let bells: DirectoryWatch;
let refusals: string[] = [];

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'tallymux-watch-'));
  refusals = [];
  bells = watchDirectories((reason) => refusals.push(reason), 20);
});
afterEach(() => {
  bells.dispose();
  rmSync(directory, { recursive: true, force: true });
});

/** Listens, and tells of the next ring that `wanted` accepts. */
function listen(path: string, wanted: (name: string | null) => boolean = () => true) {
  let rung: (name: string | null) => void = () => {};
  const next = new Promise<string | null>((resolve) => {
    rung = resolve;
  });
  const stop = bells.listen(path, (name) => {
    if (wanted(name)) rung(name);
  });
  return { next, stop };
}

describe('a doorbell', () => {
  it('rings with the name of what came, and of what grew', async () => {
    const came = listen(directory, (name) => name === 'a');
    writeFileSync(join(directory, 'a'), '');
    expect(await came.next).toBe('a');
    const grew = listen(directory, (name) => name === 'a');
    appendFileSync(join(directory, 'a'), 'x');
    expect(await grew.next).toBe('a');
  });

  it('shares one watch between all that listen, and gives it back with the last', () => {
    const first = listen(directory);
    const second = listen(directory);
    expect(bells.counts()).toEqual({ watched: 1, polled: 0 });
    first.stop?.();
    first.stop?.();
    expect(bells.counts()).toEqual({ watched: 1, polled: 0 });
    second.stop?.();
    expect(bells.counts()).toEqual({ watched: 0, polled: 0 });
  });

  it('is refused where there is no directory, without a word', () => {
    expect(bells.listen(join(directory, 'none'), () => {})).toBeNull();
    expect(refusals).toEqual([]);
  });

  it('rings once more when its directory goes away, and then lets go', async () => {
    const path = join(directory, 'below');
    mkdirSync(path);
    const { next, stop } = listen(path, (name) => name === null);
    rmSync(path, { recursive: true });
    expect(await next).toBeNull();
    expect(bells.counts()).toEqual({ watched: 0, polled: 0 });
    mkdirSync(path);
    const again = listen(path, (name) => name === 'b');
    // A disposer of the lost watch must not take the new one away.
    stop?.();
    writeFileSync(join(path, 'b'), '');
    expect(await again.next).toBe('b');
  });
});
