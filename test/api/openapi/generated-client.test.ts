import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aSlot } from '../../support/builders.ts';
import { salon, withSalon } from '../../support/salon-test.ts';

const root = join(import.meta.dirname, '../../..');
const CACHE = join(root, '.cache'); // a folder inside the repository, so that the generated client in it can import openapi-fetch
const COMPILER: ts.CompilerOptions = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  skipLibCheck: true,
  allowImportingTsExtensions: true,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.NodeNext,
  moduleResolution: ts.ModuleResolutionKind.NodeNext,
  lib: ['lib.esnext.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
  types: [],
};

/** The code of the example client in docs/how-to/write-a-client.md. */
const [, example = ''] =
  /```ts\n([\s\S]*?)```/.exec(readFileSync(join(root, 'docs/how-to/write-a-client.md'), 'utf8')) ?? [];

interface Outcome {
  readonly booked?: { readonly id: number; readonly status: string; readonly guest_link: string | null };
  readonly refused?: string;
  readonly isGone?: true;
  readonly fields?: Readonly<Record<string, string>>;
}
/** The exports of the example client. Declared by hand, because the client's file exists only while the tests run. */
interface ExampleClient {
  clientOf(url: string): unknown;
  bookFirst(client: unknown, day: string, guest: object, key: string): Promise<Outcome>;
  bookSlot(client: unknown, slot: object, guest: object, key: string): Promise<Outcome>;
  cancelBooking(client: unknown, token: string, reason: string): Promise<{ status?: string }>;
}

const GUEST = { guest_name: 'Milica Petrović', guest_phone: '063 555 0184' };
const DAY = '2026-11-19';
let folder = '';

/** Mistakes to put into the example: name, correct text, wrong text, part of the compiler's error message. */
const MISTAKES = [
  ['an unknown field', 'body: { token, reason }', 'body: { token, reasons: reason }', 'reasons'],
  ['a missing field', 'body: { token, reason }', 'body: { token }', "'reason'"],
  ['a text instead of a number', 'path: { id: slot.id }', 'path: { id: slot.status }', "'number'"],
  ['a missing date', 'query: { from: day, to: day }', 'query: { from: day }', "'to'"],
  ['an unknown path', "'/guest-link/cancel'", "'/guest-links/cancel'", 'guest-links'],
  ['an error code of another endpoint', "'cancel_too_late'", "'email_taken'", 'no overlap'],
  ['an unknown header', "'Idempotency-Key'", "'Idempotence-Key'", 'Idempotence-Key'],
  ['a field missing in the response', 'data.status', 'data.client_id', 'client_id'],
] as const;

/** Returns the compiler's errors for each text. Compiles all texts in one program, because starting the compiler is slow. */
function complaintsOf(texts: readonly string[]): string[] {
  const files = texts.map((_, index) => join(folder, `checked-${index}.ts`));
  for (const [index, file] of files.entries()) writeFileSync(file, texts[index] ?? '');
  const program = ts.createProgram(files, COMPILER);
  return files.map((file) => {
    const found = ts.getPreEmitDiagnostics(program, program.getSourceFile(file));
    return found.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, ' ')).join('\n');
  });
}

/** Adds a free slot at ten, and returns the slot in the format of the list of free slots. */
const slotAtTen = async () => ({
  id: await aSlot(salon, `${DAY} 10:00:00`),
  start_datetime: `${DAY} 10:00:00`,
  end_datetime: `${DAY} 11:00:00`,
  status: 'AVAILABLE',
});

describe('a client generated from the OpenAPI description', () => {
  withSalon('sqlite', { emptyBeforeEach: true });
  let client: ExampleClient;
  let address = '';
  beforeAll(async () => {
    mkdirSync(CACHE, { recursive: true });
    folder = mkdtempSync(join(CACHE, 'generated-client-'));
    address = await salon.app.listen({ port: 0, host: '127.0.0.1' });
    const answer = await fetch(`${address}/api/openapi.json`);
    const types = await openapiTS((await answer.json()) as OpenAPI3);
    writeFileSync(join(folder, 'api.ts'), astToString(types));
    writeFileSync(join(folder, 'client.ts'), example);
    client = (await import(pathToFileURL(join(folder, 'client.ts')).href)) as ExampleClient;
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('the example in the how-to compiles, and each wrong use of the generated client causes a compiler error', () => {
    const mistaken = MISTAKES.map(([, right, wrong]) => example.replaceAll(right, wrong));
    const [ofExample, ...ofMistakes] = complaintsOf([example, ...mistaken]);
    expect(ofExample).toBe('');
    for (const [index, [what, right, , message]] of MISTAKES.entries())
      expect({ what, isThere: example.includes(right), complaint: ofMistakes[index] }).toEqual({
        what,
        isThere: true,
        complaint: expect.stringContaining(message),
      });
  });

  test('the generated API client books a slot as a guest and cancels the booking through its link', async () => {
    await aSlot(salon, `${DAY} 10:00:00`);
    const api = client.clientOf(address);
    const { booked } = await client.bookFirst(api, DAY, { ...GUEST, notes: 'Prvi put.' }, 'key-1');
    expect(booked?.status).toBe('BOOKED');
    const cancelled = await client.cancelBooking(api, booked?.guest_link ?? '', 'Ne mogu da dođem.');
    expect(cancelled).toEqual({ status: 'CANCELLED' });
  });

  test('the client recognizes a refusal by its documented error code', async () => {
    const slot = await slotAtTen();
    const api = client.clientOf(address);
    expect(await client.bookSlot(api, slot, { guest_name: 'Milica' }, 'key-2')).toMatchObject({
      refused: 'Unesite ime i kontakt telefon.',
    });
    expect(await client.bookFirst(api, DAY, GUEST, 'key-3')).toHaveProperty('booked');
    expect(await client.bookSlot(api, slot, GUEST, 'key-4')).toEqual({
      refused: 'Termin više nije dostupan.',
      isGone: true,
    });
    expect(await client.bookFirst(api, DAY, GUEST, 'key-5')).toEqual({ refused: 'Nema slobodnih termina.' });
  });

  test('the client gets the first response again when it repeats a booking with the same idempotency key', async () => {
    const slot = await slotAtTen();
    const api = client.clientOf(address);
    const first = await client.bookSlot(api, slot, GUEST, 'key-6');
    const again = await client.bookSlot(api, slot, GUEST, 'key-6');
    expect(again.booked?.id).toBe(first.booked?.id);
    expect(again.booked?.id).toBeDefined();
  });
});
