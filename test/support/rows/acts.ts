// The table of acts in docs/spec/behaviour.md §5.14.
import { readFileSync } from 'node:fs';

export interface Act {
  readonly act: string;
  readonly request: string;
  /** '10 s', 'the same act', 'none', or the request that takes the act back. */
  readonly undo: string;
  /** 'no', 'the reason', or how the question begins. */
  readonly question: string;
  /** The notification of the client; null: none. */
  readonly told: string | null;
}

const TABLE = /<!-- acts -->\n(?<rows>.*)<!-- end of acts -->/s;
const bare = (cell: string): string => cell.trim().replaceAll(/^'|'$|`/g, '');

/** Reads the rows of the table. */
export function acts(): Act[] {
  const text = readFileSync(new URL('../../../docs/spec/behaviour.md', import.meta.url), 'utf8');
  const lines = (TABLE.exec(text)?.groups?.rows ?? '').trim().split('\n').slice(2);
  return lines.map((line) => {
    const [act = '', request = '', undo = '', question = '', told = ''] = line.split('|').slice(1).map(bare);
    return { act, request, undo, question, told: told === 'nobody' ? null : told };
  });
}
