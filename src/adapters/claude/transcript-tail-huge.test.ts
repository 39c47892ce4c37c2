// Huge transcripts: work is bounded by bytes, measured as this process's own reads.

import { appendFileSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import type { TranscriptPosition } from '../../core/transcript-position.ts';
import { parseTranscriptLine } from './transcript-line.ts';
import { FIRST_WINDOW, LARGEST_WINDOW, LOOK_BACK, readTail, type TailLine } from './transcript-tail.ts';

const MB = 1024 * 1024;
const directory = mkdtempSync(join(tmpdir(), 'tallymux-huge-'));
const path = join(directory, 'file.jsonl');

beforeEach(() => rmSync(path, { force: true }));
afterAll(() => rmSync(directory, { recursive: true, force: true }));

/** Follows `path` from where it stood; `all` reads until there is no more. */
function follower(tells: (line: string) => boolean = () => true) {
  let position: TranscriptPosition | null = null;
  let skipped = 0;
  const lines: TailLine[] = [];
  return {
    position: () => position,
    skipped: () => skipped,
    texts: () => lines.map((line) => line.text),
    all() {
      for (let more = true; more; ) {
        const read = readTail(path, position, tells);
        if (read.kind !== 'read') throw new Error(read.kind);
        ({ position, more } = read);
        skipped += read.skipped;
        lines.push(...read.lines);
      }
    },
  };
}

describe('T01: a huge file', () => {
  it('of 200 MB is read at its end only', () => {
    sparse(200 * MB, '\nlast line\n');
    const tail = follower((line) => line === 'last line');
    const read = bytesRead(() => tail.all());
    expect(tail.texts()).toEqual(['last line']);
    expect(read).toBeLessThan(2 * FIRST_WINDOW);
  });

  it('with nothing telling at its end costs a bounded look back', () => {
    sparse(200 * MB, '\n');
    const tail = follower(() => false);
    const read = bytesRead(() => tail.all());
    expect(read).toBeGreaterThan(LARGEST_WINDOW);
    expect(read).toBeLessThan(2 * LARGEST_WINDOW + 2 * LOOK_BACK);
  });

  it('of 300 MB that ends in pictures of 12 MB tells what the last says, without the pictures', () => {
    sparse(300 * MB, `\n${picture('first')}\n${picture('second')}\n`);
    const tail = follower((line) => parseTranscriptLine(line) !== 'torn');
    const before = process.memoryUsage().rss;
    const read = bytesRead(() => tail.all());
    expect(read).toBeLessThan(LOOK_BACK);
    expect(process.memoryUsage().rss - before).toBeLessThan(150 * MB);
    const [line = '', ...others] = tail.texts();
    expect(others).toEqual([]);
    expect(line.length).toBeLessThan(1_000);
    expect(line).toContain(`[${12 * MB} bytes]`);
    expect(parseTranscriptLine(line)).toMatchObject({ facts: [{ kind: 'tool-result', toolId: 'second' }] });
    appendFileSync(path, `${picture('third')}\n{"next":true}\n`);
    tail.all();
    expect(
      tail
        .texts()
        .slice(1)
        .map((text) => text.length < 1_000 && text.slice(0, 12)),
    ).toEqual([line.slice(0, 12), '{"next":true']);
    expect(tail.skipped()).toBe(0);
  });

  it('whose pictures lie behind what tells something is read back to that', () => {
    const said = '{"said":true}';
    sparse(20 * MB, `\n${said}\n${picture('first')}\n${picture('second')}\n`);
    const tail = follower((line) => line === said);
    tail.all();
    expect(tail.texts()).toEqual([said]);
  });

  it('that grows by 30 MB at once is read in turns of a few MB', () => {
    writeFileSync(path, 'first\n');
    const tail = follower();
    tail.all();
    appendFileSync(path, `${'x'.repeat(999)}\n`.repeat(30_000));
    let most = 0;
    let position = tail.position();
    let lines = 0;
    for (let more = true; more; ) {
      most = Math.max(
        most,
        bytesRead(() => {
          const read = readTail(path, position, () => true);
          if (read.kind !== 'read') throw new Error(read.kind);
          ({ position, more } = read);
          lines += read.lines.length;
        }),
      );
    }
    expect(lines).toBe(30_000);
    expect(most).toBeLessThan(5 * MB);
  });

  it('with a line of 10 MB has it told once, when it is whole', () => {
    writeFileSync(path, 'first\n');
    const tail = follower();
    tail.all();
    const long = `{"long":"${'x'.repeat(10 * MB)}","short":"é"}`;
    appendFileSync(path, long.slice(0, 5 * MB));
    tail.all();
    appendFileSync(path, `${long.slice(5 * MB)}\nafter\n`);
    tail.all();
    expect(tail.texts()).toEqual(['first', `{"long":"[${10 * MB} bytes]","short":"é"}`, 'after']);
    expect(tail.skipped()).toBe(0);
  });

  it('with a line of millions of small things passes it over and counts it', () => {
    const many = JSON.stringify({ type: 'user', many: Array.from({ length: 1_000_000 }, () => 'ab"c') });
    writeFileSync(path, 'first\n');
    const tail = follower();
    tail.all();
    appendFileSync(path, `${many}\nafter\n`);
    tail.all();
    expect(tail.texts()).toEqual(['first', 'after']);
    expect(tail.skipped()).toBe(1);
  });

  it('with a line of 60 MB passes it over, counts it, and never reads a byte of it twice', () => {
    writeFileSync(path, 'first\n');
    const tail = follower();
    tail.all();
    let read = 0;
    for (let part = 0; part < 6; part++) {
      appendFileSync(path, Buffer.alloc(10 * MB, 'x'));
      read += bytesRead(() => tail.all());
    }
    // Up to 16 MB a growing line is read again each time, since it may yet end.
    expect(read).toBeLessThan(90 * MB);
    appendFileSync(path, '\nafter\n');
    tail.all();
    expect(tail.texts()).toEqual(['first', 'after']);
    expect(tail.skipped()).toBe(1);
  });
});

/** A tool result that holds a picture, as Claude writes one: twice, at about 12 MB each. */
function picture(id: string): string {
  const data = 'iVBORw0K'.repeat((12 * MB) / 8);
  const source = { type: 'base64', media_type: 'image/png', data };
  return JSON.stringify({
    type: 'user',
    isSidechain: false,
    message: {
      role: 'user',
      content: [{ tool_use_id: id, type: 'tool_result', content: [{ type: 'image', source }] }],
    },
  });
}

function sparse(size: number, end: string): void {
  writeFileSync(path, '');
  truncateSync(path, size);
  appendFileSync(path, end);
}

/** Bytes that this process read from files while `work` ran: nothing else runs meanwhile. */
function bytesRead(work: () => unknown): number {
  const before = rchar();
  work();
  return rchar() - before;
}

function rchar(): number {
  return Number(/rchar: (\d+)/.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
}
