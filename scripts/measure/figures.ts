// Computes statistics of measurements and formats them as Markdown.
import { availableParallelism, loadavg } from 'node:os';

/** Returns the quantile at `share` (0 to 1). It does not interpolate: the result is always one of the numbers. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** Formats a number: below 10 with two significant digits, otherwise as an integer; NaN and infinity as a dash. */
export function short(number: number): string {
  if (!Number.isFinite(number)) return '–';
  if (Math.abs(number) >= 10) return Math.round(number).toLocaleString('en');
  return number === 0 ? '0' : String(Number(number.toPrecision(2)));
}

/** Returns a Markdown table. All columns except the first are right-aligned. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(heads), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/**
 * Returns a line with the time, the Node version, the cores and the load of the machine. Every measurement prints it.
 */
export function loadLine(): string {
  const loads = loadavg().map((load) => load.toFixed(1));
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, Node ${process.versions.node}, ${availableParallelism()} cores, load of the last 1, 5 and 15 minutes ${loads.join(', ')}`;
}
