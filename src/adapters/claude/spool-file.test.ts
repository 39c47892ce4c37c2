// When a file of the spool is whole, and how little its header is believed.

import { describe, expect, it } from 'vitest';
import type { HookArrival } from '../../core/hook.ts';
import { oversizeFault, parseSpoolFile } from './spool-file.ts';

const HEADER = 'event Stop\npid 4711\nppid 4710\nentrypoint cli\ntmux \npane %3\nask \nbackground \nuptime 12.34';
const PAYLOAD = '{"session_id":"abc","hook_event_name":"Stop"}';
const read = (text: string) => parseSpoolFile(Buffer.from(text), 'k');
const arrival = (header: string): HookArrival => {
  const file = read(`${header}\n\n${PAYLOAD}\n`);
  if (file.kind !== 'arrival') throw new Error(JSON.stringify(file));
  return file.arrival;
};

it('a whole file is an arrival with what its header claims', () => {
  expect(arrival(HEADER)).toMatchObject({ key: 'k', claimedPid: 4711, parentPid: 4710, uptime: 12_340, event: 'Stop' });
});

it('a file is not whole at any byte before the end of its payload, and needs no line end behind it', () => {
  const text = `${HEADER}\n\n${PAYLOAD}\n`;
  for (let length = 0; length < text.length - 1; length++) expect(read(text.slice(0, length)).kind).toBe('not-whole');
  expect(read(text).kind).toBe('arrival');
  expect(read(text.slice(0, -1)).kind).toBe('arrival');
});

it('a line end inside of a payload that goes on does not make it whole', () => {
  expect(read(`${HEADER}\n\n{"session_id":\n`).kind).toBe('not-whole');
});

it('a whole payload that is none of Claude’s is a fault at once', () => {
  expect(read(`${HEADER}\n\n{"session_id":7}\n`)).toMatchObject({ kind: 'fault' });
  expect(read('event UserPromptSubmit\n\n{"session_id":"abc","hook_event_name":"Stop"}\n')).toMatchObject({
    kind: 'fault',
  });
});

describe('a header value that does not fit counts as not said', () => {
  it.each(['', '0', '1', '-1', '1e3', '12345678901', '7 8', '0x10', 'abc'])('pid %j', (pid) => {
    expect(arrival(`event Stop\npid ${pid}`).claimedPid).toBeNull();
  });
  it.each(['', '-1', '1.2.3', 'Infinity', '99999999999', 'NaN'])('uptime %j', (uptime) => {
    expect(arrival(`event Stop\nuptime ${uptime}`).uptime).toBeNull();
  });
  it('an event', () => expect(arrival('event St op').event).toBe('Stop'));
  it('a second line of the same name', () => expect(arrival('pid 7\npid 8').claimedPid).toBe(7));
  it('names of objects', () => expect(arrival('__proto__ x\nconstructor y').claimedPid).toBeNull());
});

it('of a file that is too large only the ids are told', () => {
  const beginning = `${HEADER}\n\n{"session_id":"abc-1","prompt":"SECRET`;
  expect(oversizeFault(Buffer.from(beginning), 30 * 2 ** 20).fault).toBe(
    'a hook (Stop of conversation abc-1) of 30 MB; 20 are read',
  );
});
