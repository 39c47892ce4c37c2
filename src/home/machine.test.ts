import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir, uptime } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { machineUptime, physicalPath } from './machine.ts';

it.runIf(process.platform === 'linux')('the machine’s uptime is in milliseconds', () => {
  expect(Math.abs((machineUptime() ?? 0) / 1000 - uptime())).toBeLessThan(5);
});

it('links are resolved as far as a path exists', () => {
  const place = realpathSync(mkdtempSync(join(tmpdir(), 'tmx-')));
  mkdirSync(join(place, 'real', 'inside'), { recursive: true });
  symlinkSync(join(place, 'real'), join(place, 'link'));
  expect(physicalPath(join(place, 'link', 'inside'))).toBe(join(place, 'real', 'inside'));
  expect(physicalPath(join(place, 'link', 'not', 'yet.jsonl'))).toBe(join(place, 'real', 'not', 'yet.jsonl'));
  expect(physicalPath(join(place, 'link', 'no', '..', '..', 'x'))).toBe(join(place, 'x'));
  expect(physicalPath('/nowhere/at/all')).toBe('/nowhere/at/all');
  rmSync(place, { recursive: true });
});
