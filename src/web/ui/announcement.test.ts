import { expect, test } from 'vitest';
import { aSession } from '../../../test/panel-session.ts';
import type { Change } from '../../core/apply-change.ts';
import type { Session } from '../../core/session.ts';
import { announcement } from './announcement.ts';

const change = (id: string, state: Session['state'], announce: 'needs-input' | 'review' | null): Change => ({
  kind: 'session-changed',
  session: aSession(id, { state }),
  announce,
  number: 1,
  at: '',
  host: '',
});

test('several ends are one sentence, a single one names its session', () => {
  expect(announcement([change('a', 'review', 'review'), change('b', 'review', 'review')])).toBe('2 sessions finished');
  expect(announcement([change('a', 'needs-input', 'needs-input')])).toBe('a needs you');
});

test('what was answered meanwhile is not said', () => {
  expect(announcement([change('a', 'needs-input', 'needs-input'), change('a', 'busy', null)])).toBe('');
});

test('what recovery found is not said', () => {
  expect(announcement([change('a', 'needs-input', null)])).toBe('');
});
