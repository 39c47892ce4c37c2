import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Meaning, PromptKind } from '../../../core/prompt.ts';
import { meaningOf } from './meaning.ts';

describe('a label', () => {
  it.each<[string, PromptKind, Meaning]>([
    ['Yes', 'permission', 'allow'],
    ['No', 'permission', 'deny'],
    ['No, and tell Claude what to do differently (esc)', 'permission', 'deny'],
    ['Type here to tell Claude what to do differently', 'permission', 'deny'],
    ['Yes, and always allow access to /home/dev/shop from this project', 'permission', 'allow-always'],
    ["Yes, and don't ask again for touch commands in /home/dev/shop", 'permission', 'allow-always'],
    ['Yes, and don’t ask again for 127.0.0.1', 'permission', 'allow-always'],
    ['Yes, allow reading from src/ during this session', 'permission', 'allow-always'],
    ['Yes, and switch to auto mode · auto mode handles these prompts for you', 'permission', 'allow-mode'],
    [
      'Yes, and switch to accept edits (auto-approve file edits) for this session (shift+tab)',
      'permission',
      'allow-mode',
    ],
    ['Yes, allow all edits during this session (shift+tab)', 'permission', 'allow-mode'],
    ['Yes, and use auto mode', 'plan', 'allow-mode'],
    ['Yes, auto-accept edits', 'plan', 'allow-mode'],
    ['Yes, and bypass permissions', 'plan', 'allow-mode'],
    ['Yes, manually approve edits', 'plan', 'allow'],
    ['Yes, and manually approve edits', 'plan', 'allow'],
    ['Tell Claude what to change', 'plan', 'deny'],
    ['No, keep planning', 'plan', 'deny'],
    ['Yes, I trust this folder', 'dialog', 'allow'],
    ['No, exit', 'dialog', 'deny'],
    ['Yes, I accept', 'dialog', 'allow-mode'],
    ['Exit and stop tasks', 'dialog', 'other'],
    ['Stay', 'dialog', 'other'],
    ["No, and don't ask again", 'permission', 'other'],
    ['No, never', 'permission', 'other'],
    ['Yes, whatever that may be', 'permission', 'other'],
    ['Nothing', 'permission', 'other'],
  ])('%s (%s) means %s', (label, kind, meaning) => {
    expect(meaningOf(label, kind)).toBe(meaning);
  });

  it('P07: is never given a meaning by what a session wrote into it', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom<PromptKind>('permission', 'plan', 'dialog'), (words, kind) => {
        expect(meaningOf(`Yes, and don't ask again for ${words} commands in /home/dev`, kind)).toBe('allow-always');
        expect(['deny', 'other']).toContain(meaningOf(`No, ${words}`, kind));
        expect(['allow', 'deny']).not.toContain(meaningOf(`Yes, and always allow ${words}`, kind));
        expect(['allow', 'deny']).not.toContain(meaningOf(`Yes, and switch to ${words}`, kind));
      }),
      { numRuns: 1000 },
    );
  });
});
