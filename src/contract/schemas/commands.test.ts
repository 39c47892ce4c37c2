import { describe, expect, test } from 'vitest';
import { CONTRACT } from '../commands.ts';
import { COMMAND_SCHEMAS } from './commands.ts';
import { CLIENT_FRAME, PAIR_REQUEST } from './frames.ts';

const id = 'k3f';

describe('a command accepts', () => {
  test.each<[keyof typeof COMMAND_SCHEMAS, unknown]>([
    ['list', {}],
    ['explain', { session: 'x'.repeat(200) }],
    ['label', { session: id, label: 'x'.repeat(120) }],
    ['label', { session: id, label: null }],
    ['mute', { session: id, until: null }],
    ['mute', { session: id, until: 'forever' }],
    ['mute', { session: id, until: '2026-01-01T00:00:00.000Z' }],
    ['seen', { session: id, change: 0 }],
    ['pair', {}],
    ['pair', { role: 'read-only' }],
  ])('%s %j', (name, request) => {
    expect(COMMAND_SCHEMAS[name].safeParse(request).success).toBe(true);
  });
});

describe('a command refuses', () => {
  test.each<[keyof typeof COMMAND_SCHEMAS, unknown]>([
    ['list', { more: 1 }],
    ['list', []],
    ['list', null],
    ['explain', {}],
    ['explain', { session: '' }],
    ['explain', { session: 'x'.repeat(201) }],
    ['explain', { session: ['k3f'] }],
    ['label', { session: id, label: 'x'.repeat(121) }],
    ['label', { session: id, label: '' }],
    ['label', { session: id }],
    ['mute', { session: id, until: 'tomorrow' }],
    ['seen', { session: id, change: -1 }],
    ['seen', { session: id, change: 1.5 }],
    ['seen', { session: id, change: '1' }],
    ['pair', { role: 'root' }],
    ['pair', { role: undefined }],
    ['revoke-device', { device: 'x'.repeat(101) }],
  ])('%s %j', (name, request) => {
    expect(COMMAND_SCHEMAS[name].safeParse(request).success).toBe(false);
  });
});

test('frames and pairing take what they say and nothing more', () => {
  expect(CLIENT_FRAME.safeParse({ frame: 'hello', contract: CONTRACT, secret: 'x' }).success).toBe(true);
  expect(CLIENT_FRAME.safeParse({ frame: 'hello', contract: CONTRACT, secret: 'x', more: 1 }).success).toBe(false);
  expect(CLIENT_FRAME.safeParse({ frame: 'resync', more: 1 }).success).toBe(false);
  expect(PAIR_REQUEST.safeParse({ code: 'x', name: 'x'.repeat(60) }).success).toBe(true);
  expect(PAIR_REQUEST.safeParse({ code: 'x', name: 'x'.repeat(61) }).success).toBe(false);
  expect(PAIR_REQUEST.safeParse({ code: 'x', name: '  ' }).success).toBe(false);
});
