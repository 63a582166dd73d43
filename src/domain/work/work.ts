/** What was done at a visit. docs/spec/behaviour.md §30.1 */
import { searchTerms } from '../search.ts';

/** 'OPI N25, badem, kratka' */
export const workText = (values: readonly { readonly value: string }[], between = ', '): string =>
  values.map(({ value }) => value).join(between);

/** The distinct values, most used first; of equally used ones the later first. `values`: latest first. docs/spec/behaviour.md §30.1 */
export function mostUsed(values: readonly string[]): string[] {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].toSorted(([, a], [, b]) => b - a).map(([value]) => value);
}

const SHOWN_COUNT = 3;
const folded = (text: string): string => searchTerms(text).join(' ');

/** The suggestions that continue a typed text, at most three. docs/spec/behaviour.md §30.1 */
export const suggestionsFor = (typed: string, suggestions: readonly string[]): string[] =>
  suggestions
    .filter((value) => value !== typed.trim() && folded(value).startsWith(folded(typed)))
    .slice(0, SHOWN_COUNT);
