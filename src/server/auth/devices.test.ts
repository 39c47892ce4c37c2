import { expect, test } from 'vitest';
import { countedRandom, handClock, memoryStore } from '../testing/open-server.ts';
import { readCookies } from './cookie.ts';
import { devices } from './devices.ts';

const NAME = 'tallymux-8022';

test('another port that sets cookies of our name locks no device out', () => {
  const paired = devices(memoryStore(), handClock(), countedRandom(), () => {});
  const { device, cookie, secret } = paired.add('a browser', 'full');
  const mine = `${NAME}=${cookie.device}.${cookie.secret}`;
  const header = `${NAME}=abc.def; ${NAME}=${device.id}.wrong; ${mine}; ${NAME}=x`;
  expect(paired.byCookie(readCookies(header, NAME))?.id).toBe(device.id);
  expect(paired.byBoth(readCookies(header, NAME), secret)?.id).toBe(device.id);
});

test('the secret picks among the cookies of several devices, and fits none of another', () => {
  const paired = devices(memoryStore(), handClock(), countedRandom(), () => {});
  const [one, two, three] = ['one', 'two', 'three'].map((name) => paired.add(name, 'full'));
  if (one === undefined || two === undefined || three === undefined) throw new Error('three were added');
  expect(paired.byBoth([one.cookie, two.cookie], two.secret)?.name).toBe('two');
  expect(paired.byBoth([one.cookie, two.cookie], three.secret)).toBeNull();
  expect(paired.byBoth([], one.secret)).toBeNull();
});
