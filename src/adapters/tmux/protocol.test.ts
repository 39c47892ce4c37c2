// The stream of a control client: whole messages from any chunks, and replies matched by their guards.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { makeControlReader } from './protocol.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const readAll = (text: string) => makeControlReader()(bytes(text));

test('a reply is what stands between its two guards', () => {
  expect(readAll('%begin 1796042942 271 1\n%0 18741\n\n日本\n%end 1796042942 271 1\n')).toEqual([
    { kind: 'reply', ours: true, ok: true, lines: ['%0 18741', '', '日本'] },
  ]);
  expect(readAll("%begin 5 7 0\ncan't find pane: %99\n%error 5 7 0\n")).toEqual([
    { kind: 'reply', ours: false, ok: false, lines: ["can't find pane: %99"] },
  ]);
});

test('only the same guard ends a reply, and nothing in it is a notice', () => {
  const inside = ['%end 5 8 1', '%end 5 7 0', '%error 6 7 1', '%begin 5 7 1', '%exit', '%end 5 7 1 ', ' %end 5 7 1'];
  expect(readAll(`%begin 5 7 1\n${inside.join('\n')}\n%end 5 7 1\n%exit\n`)).toEqual([
    { kind: 'reply', ours: true, ok: true, lines: inside },
    { kind: 'exit', reason: '' },
  ]);
});

test('notices have a name and a rest, subscriptions a value', () => {
  expect(
    readAll(
      '%session-changed $0 keep\n%sessions-changed\n%exit server exited\n' +
        '%subscription-changed tallymux-panes $1 - - - : %0 1 : a\n%subscription-changed p $1 @2 3 %4 : \nstray\n\n',
    ),
  ).toEqual([
    { kind: 'notice', name: 'session-changed', rest: '$0 keep' },
    { kind: 'notice', name: 'sessions-changed', rest: '' },
    { kind: 'exit', reason: 'server exited' },
    { kind: 'subscription', name: 'tallymux-panes', value: '%0 1 : a' },
    { kind: 'subscription', name: 'p', value: '' },
  ]);
});

test('a byte order mark and bytes that are no text stay in their line', () => {
  const [reply] = makeControlReader()(
    Uint8Array.from([...bytes('%begin 1 1 1\n\ufeffx\n'), 0xff, 0x41, 10, ...bytes('%end 1 1 1\n')]),
  );
  expect(reply).toEqual({ kind: 'reply', ours: true, ok: true, lines: ['\ufeffx', '\ufffdA'] });
});

const line = fc.oneof(
  fc.string({ unit: 'binary' }).map((text) => text.replaceAll('\n', ' ')),
  fc.constantFrom('%end 1 1 1', '%exit', '%begin 1 2 1', '%error 1 2 1', '%output %1 a\\012b', 'é🎉', ''),
);

test('any chunking gives the same messages', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat(200)), (lines, cuts) => {
      const whole = bytes(`${lines.join('\n')}\n%begin 9 9 1\n${lines.join('\n')}\n%end 9 9 1\n%exit\n`);
      const read = makeControlReader();
      const places = [0, ...cuts.map((cut) => cut % whole.length).sort((a, b) => a - b), whole.length];
      // The buffer is used again, as that of a stream may be.
      const buffer = new Uint8Array(whole.length);
      const messages = places.slice(1).flatMap((to, index) => {
        const piece = whole.subarray(places[index], to);
        buffer.fill(0x21);
        buffer.set(piece);
        return read(buffer.subarray(0, piece.length));
      });
      expect(messages).toEqual(makeControlReader()(whole));
    }),
  );
});

test('a reply comes back as it was, whatever its lines are', () => {
  fc.assert(
    fc.property(fc.array(line), (lines) => {
      const told = readAll(`%begin 9 9 1\n${lines.map((each) => `${each}\n`).join('')}%end 9 9 1\n`);
      const seen = lines.map((each) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes(each)));
      expect(told).toEqual([{ kind: 'reply', ours: true, ok: true, lines: seen }]);
    }),
  );
});
