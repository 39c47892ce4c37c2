// Whose sessions.

import { expect, it } from 'vitest';
import type { ClaudeProcess } from '../core/process.ts';
import { ownClaudeDirectories } from './claude-directories.ts';

const process = (home: string, claudeDirectory: string) => ({ home, claudeDirectory }) as ClaudeProcess;

it('ours are our own directory and those of processes with our HOME, which join the list once', () => {
  const added: string[] = [];
  const directories = ownClaudeDirectories(null, '/h/.claude', '/h', (directory) => added.push(directory));
  expect(directories.owns(process('/h', '/h/.claude'))).toBe(true);
  expect(directories.owns(process('/h', '/h/work'))).toBe(true);
  expect(directories.owns(process('/h', '/h/work'))).toBe(true);
  expect(directories.owns(process('/other', '/other/.claude'))).toBe(false);
  // Another HOME, but a directory that is in the list by now.
  expect(directories.owns(process('/other', '/h/work'))).toBe(true);
  expect(added).toEqual(['/h/work']);
  expect(directories.all()).toEqual(['/h/.claude', '/h/work']);
});

it('a fixed list is exact', () => {
  const directories = ownClaudeDirectories(['/a', '/b'], '/h/.claude', '/h', () => expect.unreachable());
  expect(directories.owns(process('/elsewhere', '/b'))).toBe(true);
  expect(directories.owns(process('/h', '/h/.claude'))).toBe(false);
  expect(directories.all()).toEqual(['/a', '/b']);
});
