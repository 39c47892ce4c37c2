// Lines made small: what is left is JSON, and equal but for the long texts.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shrinkLine } from './shrink-line.ts';

const shrunk = (text: string) => {
  const bytes = Buffer.from(text);
  return shrinkLine(bytes, 0, bytes.length);
};

describe('a line made small', () => {
  it('T01: has a placeholder for each long text, and all else as it was', () => {
    const line = { type: 'user', quote: 'a "b" \\', image: 'A'.repeat(20_000), after: ['é', 'B'.repeat(30_000)] };
    const read = JSON.parse(shrunk(JSON.stringify(line)) ?? '');
    expect(read).toEqual({ ...line, image: '[20000 bytes]', after: ['é', '[30000 bytes]'] });
  });

  it('is the same where nothing is long', () => {
    fc.assert(fc.property(fc.json(), (text) => shrunk(text) === text));
  });

  it('takes out texts that end in escapes as a whole', () => {
    for (const end of ['\\', '"', '\\"', '\\\\', '\n']) {
      const line = { long: 'x'.repeat(20_000) + end, short: end };
      const read = JSON.parse(shrunk(JSON.stringify(line)) ?? '');
      expect(read.short).toBe(end);
      expect(read.long).toMatch(/^\[\d+ bytes\]$/);
    }
  });

  it('that would stay large is none', () => {
    expect(shrunk(JSON.stringify(Array.from({ length: 300_000 }, () => 'x')))).toBeNull();
    expect(shrunk('x'.repeat(2_000_000))).toBeNull();
    expect(shrunk(`"${'\\"'.repeat(2_000_000)}"`)).toBeNull();
  });

  it('cut within its bounds never throws, whatever is in it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(typeof shrinkLine(Buffer.from(bytes), 0, bytes.length)).toBe('string');
      }),
    );
  });
});
