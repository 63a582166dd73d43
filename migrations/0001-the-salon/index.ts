import { book } from './book.ts';
import { machinery } from './machinery.ts';
import { news } from './news.ts';
import { NO_OVERLAP } from './no-overlap.ts';
import { people } from './people.ts';
import { type Engine, wordsOf } from './words.ts';

/**
 * The schema of the whole product. Wall-clock values are text on SQLite and timestamp or date on PostgreSQL, and read the same;
 * moments are epoch milliseconds.
 */
export const name = 'the salon';

/** The statements of this migration, in order. */
export function statements(engine: Engine): string[] {
  const words = wordsOf(engine);
  return [...people(words), ...book(words), ...NO_OVERLAP[engine], ...news(words), ...machinery(words)];
}
