// Parses a module and edits its text, for the builds that replace texts.
import { parseSync } from 'vite';

export interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && 'start' in value;

export const parsed = (code: string, path: string): Node => parseSync(path, code).program as unknown as Node;

/** Replaces the text from `start` to `end`. */
export type Edit = readonly [start: number, end: number, text: string];

/** The text of a node after edits inside it. */
export const edited = (
  { start, end }: Pick<Node, 'start' | 'end'>,
  code: string,
  edits: readonly Edit[],
): string =>
  edits
    .toSorted(([a], [b]) => b - a)
    .reduce((text, [from, to, into]) => text.slice(0, from) + into + text.slice(to), code.slice(0, end))
    .slice(start);
