// Shows what changes between two texts, line by line, as `diff -u` does. Pure.

/** Lines of context around a change. */
const CONTEXT = 3;
/** Tables above this many cells are not filled; what differs is then shown as one piece. */
const LARGEST = 4_000_000;

interface Line {
  readonly mark: ' ' | '-' | '+';
  readonly text: string;
}

/** The lines of a unified diff, without the two of its head; empty when nothing changes. */
export function lineDiff(before: string, after: string): string[] {
  const lines = compare(split(before), split(after));
  const shown = lines.map((_line, at) =>
    lines.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).some(({ mark }) => mark !== ' '),
  );
  const output: string[] = [];
  let [left, right] = [1, 1];
  lines.forEach(({ mark, text }, at) => {
    if (shown[at] && !shown[at - 1]) {
      const end = shown.indexOf(false, at);
      const hunk = lines.slice(at, end < 0 ? lines.length : end);
      const count = (other: string) => hunk.filter((line) => line.mark !== other).length;
      output.push(`@@ -${left},${count('+')} +${right},${count('-')} @@`);
    }
    if (shown[at]) output.push(mark + text);
    if (mark !== '+') left += 1;
    if (mark !== '-') right += 1;
  });
  return output;
}

function split(text: string): string[] {
  if (text === '') return [];
  const lines = text.split('\n');
  if (lines.at(-1) === '') lines.pop();
  return lines;
}

function compare(before: readonly string[], after: readonly string[]): Line[] {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  )
    tail += 1;
  const same = (text: string): Line => ({ mark: ' ', text });
  return [
    ...before.slice(0, head).map(same),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...before.slice(before.length - tail).map(same),
  ];
}

/** By the longest common subsequence. */
function middle(before: readonly string[], after: readonly string[]): Line[] {
  const width = after.length + 1;
  if (before.length * width > LARGEST) {
    return [...before.map((text): Line => ({ mark: '-', text })), ...after.map((text): Line => ({ mark: '+', text }))];
  }
  const length = new Uint32Array((before.length + 1) * width);
  const at = (i: number, j: number): number => length[i * width + j] ?? 0;
  for (let i = before.length - 1; i >= 0; i -= 1)
    for (let j = after.length - 1; j >= 0; j -= 1)
      length[i * width + j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const lines: Line[] = [];
  let [i, j] = [0, 0];
  while (i < before.length || j < after.length) {
    const [left, right] = [before[i], after[j]];
    if (left !== undefined && left === right) {
      lines.push({ mark: ' ', text: left });
      i += 1;
      j += 1;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      lines.push({ mark: '-', text: left });
      i += 1;
    } else {
      lines.push({ mark: '+', text: right ?? '' });
      j += 1;
    }
  }
  return lines;
}
