import { expect, it } from 'vitest';
import { compareVersions, eventsFor, HOOK_EVENTS } from './hook-events.ts';

const OLD_TWELVE =
  'PreToolUse PostToolUse PostToolUseFailure Notification UserPromptSubmit SessionStart SessionEnd Stop SubagentStart SubagentStop PreCompact PermissionRequest';
const TOOLS = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure'];

it('A3: the newest alone gets every event but the tool events', () => {
  const wanted = HOOK_EVENTS.map(({ name }) => name).filter((name) => !TOOLS.includes(name));
  expect(eventsFor(['2.1.332'])).toEqual(wanted);
  expect(wanted).toHaveLength(16);
});

it('beside 2.0.77 nothing is registered but its twelve, with the tool events', () => {
  expect([...eventsFor(['2.1.332', '2.0.77'])].sort()).toEqual(OLD_TWELVE.split(' ').sort());
});

it.each([
  ['2.1.112', 17, true],
  ['2.1.120', 14, false],
  ['2.1.220', 14, false],
  ['2.1.289', 14, false],
  ['2.1.290', 16, false],
])('%s gets %i events; tool events: %s', (version, count, tools) => {
  const events = eventsFor([version]);
  expect(events).toHaveLength(count);
  expect(events.includes('PreToolUse')).toBe(tools);
});

it('a Claude that does not tell its version counts as the oldest; one older than all seen gets nothing', () => {
  expect(eventsFor([null, '2.1.332'])).toEqual(eventsFor(['2.0.77']));
  expect(eventsFor(['1.0.90', '2.1.332'])).toEqual([]);
});

it('with no Claude at all: what every version seen knows, without the tool events', () => {
  expect(eventsFor([])).toHaveLength(9);
});

it('compares versions by their three numbers', () => {
  const sorted = ['2.1.99', '2.1.332', '2.0.77', '10.0.0', '2.1.332-beta.1'].sort(compareVersions);
  expect(sorted).toEqual(['2.0.77', '2.1.99', '2.1.332', '2.1.332-beta.1', '10.0.0']);
});
