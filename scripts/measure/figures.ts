// What figures are made of, and the Markdown that they stand in.
import { availableParallelism, loadavg } from 'node:os';

/** The one below which this share of the numbers lies; of few numbers the next that was really seen. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (numbers: readonly number[]): number => quantile(numbers, 0.5);

/** Two digits that count: 0.031, 0.31, 3.1, 31, 310. What was not seen is a dash. */
export function short(number: number): string {
  if (!Number.isFinite(number)) return '–';
  if (Math.abs(number) >= 10) return Math.round(number).toLocaleString('en');
  return number === 0 ? '0' : String(Number(number.toPrecision(2)));
}

/** A Markdown table; every column but the first is numbers. */
export function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = heads.map((_, column) => (column === 0 ? '---' : '--:'));
  return [line(heads), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}

/** What else the machine did meanwhile: a figure without it says little. */
export function loadLine(): string {
  const loads = loadavg().map((load) => load.toFixed(1));
  const when = new Date().toISOString().slice(0, 16).replace('T', ' ');
  return `${when} UTC, Node ${process.versions.node}, ${availableParallelism()} cores, load of the last 1, 5 and 15 minutes ${loads.join(', ')}`;
}
