// Small statistics and the table of a bench run. Pure.

/** @param {readonly number[]} values @param {number} share 0–1 */
export function percentile(values, share) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** @param {readonly number[]} values */
export function median(values) {
  return percentile(values, 0.5);
}

/**
 * One row of the table. `target` is the most that is allowed, or with `least` the least, in the same unit; `null` where
 * there is none.
 * @typedef {{ what: string, value: number, unit: string, target: number | null, least?: boolean, note?: string }} Row
 */

/** @param {readonly Row[]} rows */
export function table(rows) {
  const cells = rows.map((row) => [
    row.what,
    `${plain(row.value)} ${row.unit}`.trim(),
    row.target === null ? '' : `${row.least ? '≥' : '≤'} ${plain(row.target)}`,
    row.target === null ? '' : meets(row) ? 'ok' : 'MISSED',
    row.note ?? '',
  ]);
  const all = [['what', 'measured', 'target', '', ''], ...cells];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((row) => row[column].length)));
  return all
    .map((row) =>
      row
        .map((cell, column) => (column < 4 ? cell.padEnd(widths[column]) : cell))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Whether a row's value is within its target. A value that could not be measured is not. @param {Row} row */
export function meets({ value, target, least = false }) {
  return target === null || (least ? value >= target : value <= target);
}

function plain(value) {
  return Number.isFinite(value) ? String(Number(value.toPrecision(3))) : 'not measured';
}
