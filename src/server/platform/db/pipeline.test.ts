import { expect, test } from 'vitest';
import { Pipeline } from './pipeline.ts';

const INSERT = 'insert into "a" ("b") values ($1)';
const QUERY = 'select "b" from "a"';
const NOTICE = 'select pg_notify($1, $2)';
const LOCK = 'select pg_advisory_xact_lock($1)';

/** A connection that notes what left together, and refuses these texts. */
function connection(...refused: string[]) {
  const sent: string[][] = [];
  let piece: string[] | undefined;
  const pipeline = new Pipeline({
    async ask({ text }) {
      if (piece) piece.push(text);
      else sent.push([text]);
      if (refused.includes(text)) throw new Error(`refused: ${text}`);
      return { command: 'SELECT', rowCount: 1, rows: [{ text }] };
    },
    together(asking) {
      piece = [];
      sent.push(piece);
      try {
        return asking();
      } finally {
        piece = undefined;
      }
    },
  });
  const ask = async (...texts: string[]): Promise<void> => {
    for (const text of texts) await pipeline.query({ text, values: [] });
  };
  return { sent, ask, pipeline };
}

test.each<[what: string, texts: string[], sent: string[][]]>([
  ['outside of a transaction each for itself', [INSERT, QUERY], [[INSERT], [QUERY]]],
  [
    'a transaction begins with its locks and its first query',
    ['begin', LOCK, LOCK, QUERY, 'commit'],
    [['begin', LOCK, LOCK, QUERY], ['commit']],
  ],
  ['a change comes after it has begun', ['begin', INSERT, 'commit'], [['begin'], [INSERT], ['commit']]],
  [
    'inserts go with what comes next',
    ['begin', QUERY, INSERT, INSERT, QUERY, INSERT, 'commit'],
    [
      ['begin', QUERY],
      [INSERT, INSERT, QUERY],
      [INSERT, 'commit'],
    ],
  ],
  [
    'a notice goes with the commit',
    ['begin', QUERY, INSERT, NOTICE, 'commit'],
    [
      ['begin', QUERY],
      [INSERT, NOTICE, 'commit'],
    ],
  ],
  ['a notice alone is sent', ['begin', NOTICE, 'commit'], [['begin', NOTICE], ['commit']]],
  ['what is given up is not sent', ['begin', QUERY, INSERT, 'rollback'], [['begin', QUERY], ['rollback']]],
  ['nothing is said of nothing', ['begin', LOCK, 'rollback', 'begin', 'commit'], []],
  ['a read-only one too', ['start transaction read only', 'commit'], []],
])('%s', async (_, texts, sent) => {
  const { ask, sent: seen } = connection();
  await ask(...texts);
  expect(seen).toEqual(sent);
});

test.each([
  `${INSERT} returning "b"`,
  `${INSERT}\n returning b`,
  `${INSERT} on conflict ("b") do nothing`,
  'insert into a select 1',
  'update "a" set "b" = $1',
])('whoever asks `%s` is answered', async (text) => {
  const { ask, pipeline, sent } = connection();
  await ask('begin', QUERY);
  expect(await pipeline.query({ text, values: [] })).toMatchObject({ rows: [{ text }] });
  expect(sent.at(-1)).toEqual([text]);
});

test.each([INSERT, 'update "a" set "b" = $1', `with a as (${INSERT}) select 1`])(
  'behind a BEGIN that failed there is no `%s`, which would be for good',
  async (text) => {
    const { ask, sent } = connection('begin');
    await expect(ask('begin', text)).rejects.toThrow('refused: begin');
    expect(sent.flat()).toEqual(['begin']);
  },
);

test('a query behind a BEGIN that failed is none that has succeeded', async () => {
  const { ask } = connection('begin');
  await expect(ask('begin', QUERY)).rejects.toThrow('refused: begin');
});

test('the first error is told, whoever hears of it', async () => {
  const { ask } = connection(INSERT, QUERY, 'commit');
  await ask('begin', 'select 1');
  await ask(INSERT);
  await expect(ask(QUERY)).rejects.toThrow(`refused: ${INSERT}`);
  await ask('rollback', 'begin', 'select 1', INSERT);
  await expect(ask('commit')).rejects.toThrow(`refused: ${INSERT}`);
});
