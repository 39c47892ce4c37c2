import { expect, it } from 'vitest';
import { eventsFor } from '../../adapters/claude/hook-events.ts';
import type { HookSight } from '../../adapters/claude/settings/inspect-hooks.ts';
import { costFindings, sightFindings } from './hooks.ts';

const PATH = '/home/me/.claude/settings.json';
const NEW = { version: '2.1.332', where: '/usr/bin/claude' };
const OLD = { version: '2.0.77', where: '/opt/old/claude' };
const sight = (more: Partial<HookSight> = {}): HookSight => ({
  events: eventsFor(['2.1.332']),
  doubled: [],
  outdated: [],
  others: [],
  dead: [],
  unread: null,
  refusal: null,
  ...more,
});

it('all as it must be', () => {
  const [finding, ...more] = sightFindings(PATH, sight(), [NEW]);
  expect(more).toEqual([]);
  expect(finding?.level).toBe('good');
  expect(finding?.text).toContain('16 hooks (SessionStart,');
});

it('no hooks are no fault: it says what to run', () => {
  expect(sightFindings(PATH, sight({ events: [] }), [NEW])).toEqual([
    expect.objectContaining({ level: 'note', mend: 'tallymux setup' }),
  ]);
});

it('an older Claude that came since: names each event that stops it, and that setup mends it', () => {
  const found = sightFindings(PATH, sight(), [OLD, NEW]);
  const red = found.filter(({ level }) => level === 'red');
  expect(red.map(({ text }) => text.split(' ')[1])).toContain('StopFailure');
  expect(red[0]).toMatchObject({ mend: 'tallymux setup' });
  expect(red[0]?.text).toContain('2.0.77 (/opt/old/claude)');
  expect(found.some(({ text }) => text.includes('not registered yet: PreToolUse'))).toBe(true);
});

it('an older Claude that is gone: what is missing and what is no longer needed', () => {
  const texts = sightFindings(PATH, sight({ events: eventsFor(['2.0.77']) }), [NEW]).map(({ text }) => text);
  expect(texts.join('\n')).toMatch(/not registered yet: StopFailure/);
  expect(texts.join('\n')).toMatch(/no longer needed: PreToolUse/);
});

it('H06, H15: what is doubled, of another home, or dead', () => {
  const gone = { home: '/x', hooks: 1, gone: true };
  const found = sightFindings(PATH, sight({ doubled: ['Stop'], others: [gone], dead: ['/x/hooks/Stop'] }), [NEW]);
  expect(found.map(({ level }) => level)).toEqual(['red', 'amber']);
  expect(found.map(({ text }) => text).join()).toMatch(/lead to nothing.*more than once: Stop/);
  expect(found.map(({ mend }) => mend)).toEqual(['tallymux setup', 'tallymux setup']);
});

it('H06: another home has the hooks: which, and that setup takes its place only when told so', () => {
  const other = { home: '/x/.tallymux', hooks: 16, gone: false };
  const found = sightFindings(PATH, sight({ events: [], others: [other] }), [NEW]);
  expect(found.map(({ level, mend }) => [level, mend])).toEqual([
    ['amber', 'tallymux setup --replace'],
    ['note', 'tallymux setup --replace'],
  ]);
  expect(found[0]?.text).toContain('16 hooks of another Tallymux home, /x/.tallymux');
});

it('says which version costs the tool events', () => {
  expect(costFindings([NEW])).toEqual([]);
  expect(costFindings([OLD, NEW]).map(({ text }) => text)).toEqual([
    'Claude Code 2.0.77 (/opt/old/claude) tells no status, so hooks run at every tool call in all versions',
  ]);
  expect(costFindings([{ version: null, where: '/x' }])[0]?.text).toContain('of unknown version (/x)');
});
