// Registry files: every captured one, and what none should hold.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRegistryFile } from './registry-file.ts';

const CAPTURES = join(import.meta.dirname, '../../../test/fixtures/captures/sessions');
const DOMAIN = 'linux:00000000000000000000000000000000:pid:[4026531836]';

const shared = { cwd: '/home/dev/shop', pidDomain: DOMAIN, version: '2.1.332', jobId: null, waitingFor: null };
const background = {
  ...shared,
  pid: 24381,
  procStart: '259388',
  startedAt: 1796007790002,
  conversation: 'd685783c-b2bc-4767-896c-d3f97c50ff25',
  kind: 'bg',
  entrypoint: 'cli',
  jobId: 'd685783c',
};
const interactive = {
  ...shared,
  pid: 10361,
  procStart: '274087',
  startedAt: 1796007936469,
  conversation: '3d1c083e-f3a2-465c-9dc8-1f87c28efedb',
  kind: 'interactive',
  entrypoint: 'cli',
  name: 'shop-8a',
};
const script = {
  ...shared,
  pid: 28078,
  procStart: '177430',
  startedAt: 1796006969991,
  conversation: '845de782-1f51-4480-98a8-6f6f0b06d2e5',
  kind: 'interactive',
  entrypoint: 'sdk-cli',
  name: 'shop-19',
};
const bgName = 'bash: touch bgjob2.txt ;; say: bg session done';

const ENTRIES: Readonly<Record<string, object>> = {
  'bg-starting': { ...background, name: bgName, status: 'none', statusUpdatedAt: 0 },
  'bg-idle': { ...background, name: bgName, status: 'idle', statusUpdatedAt: 1796007789762 },
  'bg-busy': { ...background, name: 'lab', status: 'busy', statusUpdatedAt: 1796007791907 },
  'bg-waiting-permission_prompt': {
    ...background,
    name: 'lab',
    status: 'waiting',
    waitingFor: 'permission prompt',
    statusUpdatedAt: 1796007793397,
  },
  'interactive-starting': { ...interactive, status: 'none', statusUpdatedAt: 0 },
  'interactive-idle': { ...interactive, status: 'idle', statusUpdatedAt: 1796007956924 },
  'interactive-busy': { ...interactive, status: 'busy', statusUpdatedAt: 1796007956392 },
  'interactive-waiting-dialog_open': {
    ...interactive,
    status: 'waiting',
    waitingFor: 'dialog open',
    statusUpdatedAt: 1796007939257,
  },
  'interactive-waiting-permission_prompt': {
    ...interactive,
    status: 'waiting',
    waitingFor: 'permission prompt',
    statusUpdatedAt: 1796007946654,
  },
  'interactive-waiting-input_needed': {
    ...interactive,
    pid: 22548,
    procStart: '257428',
    startedAt: 1796007769875,
    conversation: '00000000-0000-4000-8000-000000000020',
    name: 'shop-d5',
    status: 'waiting',
    waitingFor: 'input needed',
    statusUpdatedAt: 1796007781207,
  },
  'interactive-shell': {
    ...interactive,
    pid: 28790,
    procStart: '207206',
    startedAt: 1796007267288,
    conversation: '00000000-0000-4000-8000-000000000010',
    name: 'shop-70',
    status: 'shell',
    statusUpdatedAt: 1796007269622,
  },
  'interactive-sdk-cli-starting': { ...script, status: 'none', statusUpdatedAt: 0 },
  'interactive-sdk-cli-idle': { ...script, status: 'idle', statusUpdatedAt: 1796006971325 },
  'interactive-sdk-cli-busy': { ...script, status: 'busy', statusUpdatedAt: 1796006970261 },
  'interactive-sdk-cli-waiting-permission_prompt': {
    ...script,
    pid: 32289,
    procStart: '156873',
    startedAt: 1796006763823,
    conversation: '8a640f33-02bd-44ef-b955-e563af24f789',
    name: 'shop-f7',
    status: 'waiting',
    waitingFor: 'permission prompt',
    statusUpdatedAt: 1796006764218,
  },
};

describe('captured registry files', () => {
  it('are all here', () => {
    expect(readdirSync(CAPTURES).sort()).toEqual(
      Object.keys(ENTRIES)
        .map((name) => `${name}.json`)
        .sort(),
    );
  });

  it.each(Object.entries(ENTRIES))('%s', (name, entry) => {
    const text = textOf(name);
    expect(parseRegistryFile(text, (entry as { pid: number }).pid)).toEqual(entry);
  });
});

describe('a registry file', () => {
  const whole = textOf('interactive-busy');
  const changed = (change: object) => JSON.stringify({ ...JSON.parse(whole), ...change });

  it('cut at any byte is not believed', () => {
    for (let length = 0; length < whole.trimEnd().length; length++)
      expect(parseRegistryFile(whole.slice(0, length), 10361)).toEqual({ reason: expect.any(String) });
  });

  it('of a longer one overwritten by a shorter one is not believed', () => {
    const torn = textOf('interactive-idle').trimEnd() + whole.slice(-20);
    expect(parseRegistryFile(torn, 10361)).toEqual({ reason: 'not whole JSON' });
  });

  it('that names another pid is not believed', () => {
    expect(parseRegistryFile(whole, 10362)).toEqual({ reason: 'it names pid 10361' });
  });

  it.each([
    ['nothing', '', 'the file is empty'],
    ['a newline', '\n', 'the file is empty'],
    ['NUL bytes', '\0\0\0', 'not whole JSON'],
    ['a list', '[1]', 'not a JSON object'],
    ['null', 'null', 'not a JSON object'],
    ['no pid', '{"cwd":"/x"}', 'it names pid none'],
    ['a pid in words', '{"pid":"10361","cwd":"/x"}', 'it names pid "10361"'],
    ['no cwd', '{"pid":10361,"cwd":7}', 'no cwd in it'],
  ])('with %s says so', (_what, text, reason) => {
    expect(parseRegistryFile(text, 10361)).toEqual({ reason });
  });

  it('of a future Claude keeps what we know: an unknown status is "could not look", wrong types are absent', () => {
    const future = changed({ status: 'pondering', waitingFor: { a: 1 }, name: 7, procStart: 274087, mood: 'good' });
    expect(parseRegistryFile(future, 10361)).toEqual({
      ...ENTRIES['interactive-busy'],
      status: 'unrecognised',
      name: null,
      procStart: null,
    });
    expect(parseRegistryFile(changed({ status: 3 }), 10361)).toMatchObject({ status: 'unrecognised' });
    expect(parseRegistryFile(changed({ kind: 'hologram', entrypoint: null }), 10361)).toMatchObject({
      kind: 'other',
      entrypoint: 'cli',
    });
  });

  it('of 2.1.112 has no status, no procStart and no domain', () => {
    const old = JSON.stringify({ pid: 5, sessionId: 'c', cwd: '/w', startedAt: 9, kind: 'interactive' });
    expect(parseRegistryFile(old, 5)).toMatchObject({ status: 'none', procStart: null, pidDomain: null, startedAt: 9 });
  });

  it('with anything at all in it never throws', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
        expect(parseRegistryFile(text, 1)).toBeTypeOf('object');
      }),
    );
  });
});

function textOf(name: string): string {
  return readFileSync(join(CAPTURES, `${name}.json`), 'utf8');
}
