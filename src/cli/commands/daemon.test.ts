import { expect, test } from 'vitest';
import { tunnel } from './daemon.ts';

const ssh = { SSH_CONNECTION: '10.0.0.2 50000 10.0.0.1 22', USER: 'ada' };

test.each([
  ['http://127.0.0.1:8022', 'ssh -N -L 8022:127.0.0.1:8022 ada@10.0.0.1'],
  ['http://127.0.0.5:8022', 'ssh -N -L 127.0.0.5:8022:127.0.0.5:8022 ada@10.0.0.1'],
  ['http://[::1]:8022', 'ssh -N -L [::1]:8022:[::1]:8022 ada@10.0.0.1'],
  ['http://192.168.1.5:8022', null],
])('by ssh, the panel at %s is reached by %s', (url, line) => {
  expect(tunnel(ssh, url)).toBe(line);
});

test('without ssh there is no tunnel', () => {
  expect(tunnel({ USER: 'ada' }, 'http://127.0.0.1:8022')).toBeNull();
});
