import { expect, test } from 'vitest';
import { deviceName, pairingCode } from './pairing-link.ts';

test.each([
  ['#pair=K7QM-2XYZ', 'K7QM-2XYZ'],
  ['#pair=', null],
  ['#session=k3f', null],
  ['', null],
])('the fragment %s holds the code %s', (fragment, code) => {
  expect(pairingCode(fragment)).toBe(code);
});

test.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36',
    'Chrome on Linux',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile/15E148 Safari/604.1',
    'Safari on iPhone',
  ],
  ['Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0', 'Firefox on Android'],
  ['curl/8', 'Browser'],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
