import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { migrations } from '../../../../migrations/index.ts';
import { readJson } from '../db/json.ts';
import { CannotOpen } from '../db/open.ts';
import { EXPORTED_TABLES } from './tables.ts';

/** The version of the export format: JSON lines, first a header with the hash of the rows, then the rows. docs/spec/behaviour.md §11.3 */
const FORMAT = 1;
const LINE_MAX_BYTES = 10_000_000;
const LINE_FEED = 10;
const HIGHEST_ID = 2 ** 31 - 1_000_000; // an import accepts no higher ids, so that a million ids remain for new rows

const header = z.object({
  lunula: z.literal(FORMAT),
  version: z.string(),
  migrations: z.array(z.string()),
  exported_at: z.string(),
  counts: z.record(z.string(), z.int().min(0)),
  /** The highest id that each table ever used, because an import must not reuse the ids of deleted rows. */
  sequences: z.record(z.string(), z.int().min(0).max(HIGHEST_ID)),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ExportHeader = z.output<typeof header>;

const row = z.strictObject({
  table: z.enum(EXPORTED_TABLES as [string, ...string[]]),
  row: z.record(z.string(), z.union([z.string(), z.number(), z.null()])),
});
export type ExportedRow = {
  readonly table: (typeof EXPORTED_TABLES)[number];
  readonly row: Record<string, unknown>;
};

const ownVersion = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../package.json'), 'utf8')).version;

export const newHeader = (
  known: Pick<ExportHeader, 'counts' | 'sequences'>,
  nowMs: number,
): ExportHeader => ({
  lunula: FORMAT,
  version: ownVersion(),
  migrations: migrations.map(({ name }) => name),
  exported_at: new Date(nowMs).toISOString(),
  ...known,
  hash: '0'.repeat(64),
});

/** Writes a header with a hash of zeros, then rows. `finish` replaces the zeros by the hash of the rows. */
export function exportWriter(path: string, head: ExportHeader) {
  const handle = openSync(path, 'r+');
  const hash = createHash('sha256');
  writeSync(handle, `${JSON.stringify(head)}\n`);
  return {
    add(rows: readonly ExportedRow[]): void {
      const text = rows.map((each) => `${JSON.stringify(each)}\n`).join('');
      hash.update(text);
      writeSync(handle, text);
    },
    finish(): void {
      writeSync(handle, `${JSON.stringify({ ...head, hash: hash.digest('hex') })}\n`, 0);
    },
    close: () => closeSync(handle),
  };
}

/** Yields lines as bytes without the line feed. node:readline would also split at U+2028, which texts may contain. */
async function* linesOf(path: string): AsyncGenerator<Buffer> {
  let rest = Buffer.alloc(0);
  for await (const chunk of createReadStream(path)) {
    rest = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(LINE_FEED); end >= 0; end = rest.indexOf(LINE_FEED, from)) {
      yield rest.subarray(from, end);
      from = end + 1;
    }
    rest = rest.subarray(from);
    if (rest.length > LINE_MAX_BYTES) throw new CannotOpen(`${path} is not an export of Lunula.`);
  }
  if (rest.length > 0) yield rest;
}

function headerOf(path: string, line: Buffer | undefined): ExportHeader {
  const head = line && readJson(header, line.toString());
  if (!head) throw new CannotOpen(`${path} is not an export of Lunula.`);
  const own = migrations.map(({ name }) => name);
  const { migrations: theirs, version } = head;
  if (theirs.join('\n') === own.join('\n')) return head;
  const isOlder = theirs.every((name, position) => own[position] === name);
  const isNewer = own.every((name, position) => theirs[position] === name);
  if (isOlder)
    throw new CannotOpen(
      `${path} was exported by an older Lunula (${version}). Import it with that version, then start this one on the database.`,
    );
  throw new CannotOpen(
    `${path} was exported by ${isNewer ? 'a newer' : 'another'} Lunula (${version}). Import it with that version.`,
  );
}

/** Returns the header of an export after checking the hash of the whole file. Throws if the hash does not match. */
export async function verifiedHeader(path: string): Promise<ExportHeader> {
  if (!existsSync(path)) throw new CannotOpen(`There is no file ${path}.`);
  const { value: first } = await linesOf(path).next();
  const head = headerOf(path, first);
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { start: first.length + 1 })) hash.update(chunk);
  if (hash.digest('hex') !== head.hash)
    throw new CannotOpen(`${path} is damaged, truncated or was changed: its rows do not match its hash.`);
  return head;
}

/** Yields the rows of a verified file in batches. All rows of a batch belong to one table. */
export async function* rowsIn(path: string, batchSize: number): AsyncGenerator<ExportedRow[]> {
  let batch: ExportedRow[] = [];
  let isHeader = true;
  for await (const line of linesOf(path)) {
    if (isHeader) {
      isHeader = false;
      continue;
    }
    const next = readJson(row, line.toString()) as ExportedRow | undefined;
    if (!next) throw new CannotOpen(`${path} has a row that is not one of Lunula.`);
    if (batch.length === batchSize || (batch[0] && batch[0].table !== next.table)) {
      yield batch;
      batch = [];
    }
    batch.push(next);
  }
  if (batch.length > 0) yield batch;
}
