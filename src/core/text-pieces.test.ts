import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdsKeys, nextPiece, piecesOf } from './text-pieces.ts';

describe('the pieces of a text', () => {
  it('are the text, none of them a paste to Claude nor too long for one command of tmux, no character torn', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3000, size: 'max' }), (text) => {
        const pieces = piecesOf(text);
        expect(pieces.join('')).toBe(text);
        for (const piece of pieces) {
          expect(piece.length).toBeLessThanOrEqual(390);
          expect(new TextEncoder().encode(piece).length).toBeLessThanOrEqual(512);
          expect(piece).not.toMatch(/^[\udc00-\udfff]|[\ud800-\udbff]$/);
        }
      }),
    );
  });

  it('tear no emoji of several parts', () => {
    const sign = '👩🏽\u200d❤️\u200d💋\u200d👨🏻';
    const pieces = piecesOf(`a${sign.repeat(60)}`);
    expect(pieces.length).toBeGreaterThan(1);
    for (const piece of pieces) expect(piece.replaceAll(sign, '')).toMatch(/^a?$/);
  });

  it('of a short text are one', () => expect(piecesOf('looks\ngood')).toEqual(['looks\ngood']));

  it('come one after another, each after what stands there', () => {
    const text = `${'ab '.repeat(130)}${'cd '.repeat(130)}end`;
    const [one = '', two = '', three = ''] = piecesOf(text);
    expect([one, two, three].join('')).toBe(text);
    expect(nextPiece(text, '')).toBe(one);
    expect(nextPiece(text, one.trim())).toBe(two);
    expect(nextPiece(text, one + two)).toBe(three);
    expect(nextPiece(text, text)).toBe('whole');
    expect(nextPiece(text, one.slice(0, 200))).toBe('wait');
    expect(nextPiece(text, `x${one}`)).toBeNull();
    expect(nextPiece(`a${' '.repeat(900)}b`, 'a')).toBeNull();
  });
});

it('keys are no text', () => {
  for (const text of ['x\r1', '\u001b', '\u0003', 'a\nb', 'a\tb', '\u007f', '\u009b1m'])
    expect(holdsKeys(text)).toBe(true);
  expect(holdsKeys('données 請求 🎉 1. Yes')).toBe(false);
});
