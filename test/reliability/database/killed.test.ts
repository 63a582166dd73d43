import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { addDays, dateOf } from '../../../src/domain/wall-clock.ts';
import { readClock, systemClock } from '../../../src/server/platform/clock.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openForCommand } from '../../../src/server/platform/db/open.ts';
import { aTechnician } from '../../support/builders.ts';
import { engines, freshPlace } from '../../support/databases/databases.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { type Server, startServer } from '../../support/server.ts';
import { AGAIN, bySize, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import {
  book,
  type Call,
  cancel,
  type Entry,
  makeWriter,
  type Person,
  type Row,
  type Writer,
} from './writer.ts';

const WRITERS = 16;
const ROUNDS = bySize(2, 200);
const READY_WITHIN_MS = bySize(15_000, 5000); // other tests may run at the same time

const caller =
  (server: Server): Call =>
  async (method, path, token, body, key) => {
    const answer = await fetch(`${server.url}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, json: (await answer.json()) as Row };
  };

async function people(call: Call, server: Server): Promise<{ admin: Person; clients: Person[] }> {
  const admin = await call('POST', '/auth/login', '', server.admin);
  const clients: Person[] = [];
  for (let n = 0; n < WRITERS; n++) {
    const form = {
      name: `Klijentkinja ${n}`,
      email: `pisac${n}@primer.rs`,
      password: 'lozinka',
      password_confirm: 'lozinka',
    };
    const token = (await call('POST', '/auth/register', '', form)).json.token ?? '';
    clients.push({ id: (await call('GET', '/auth/me', token)).json.id, token });
  }
  return { admin: { id: 0, token: admin.json.token ?? '' }, clients };
}

const written = (writers: readonly Writer[]): number =>
  writers.reduce((sum, { ledger }) => sum + ledger.length, 0);

/** Kills the server with SIGKILL while all clients write. */
async function writeUntilKilled(server: Server, writers: readonly Writer[], afterMs: number): Promise<void> {
  const call = caller(server);
  const writing = writers.map((writer) =>
    writer.writeUntilCut(call).catch((error: unknown) => {
      if (!(error instanceof TypeError)) throw error; // a TypeError comes from fetch when there is no response
    }),
  );
  const before = written(writers);
  await wait(afterMs);
  await expect.poll(() => written(writers), { timeout: WAIT_MS }).toBeGreaterThan(before + writers.length);
  const gone = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await Promise.all([gone, ...writing]);
}

const AFTER = { book: 'BOOKED', cancel: 'CANCELLED' } as const;

/** Asserts that the row has its acknowledged state. A request without a response must be done completely or not at all. */
function expectKept(entry: Entry, row: Row | undefined, clientId: number): void {
  const isDone = entry.inDoubt !== undefined && row?.status === AFTER[entry.inDoubt];
  const status = isDone ? row?.status : entry.status;
  expect(row).toMatchObject({
    id: entry.id,
    start_datetime: entry.start,
    status,
    client_id: status === 'AVAILABLE' ? null : clientId,
    notes: status === 'AVAILABLE' ? null : `beleška ${entry.key}`,
    cancel_reason: status === 'CANCELLED' ? `razlog ${entry.key}` : null,
  });
}

const CASES = engines.flatMap((engine) => [1, 3].map((technicians) => ({ engine, technicians })));

describe.each(CASES)('a server killed during writes ($engine, technicians: $technicians)', (given) => {
  test('kill -9 during writes loses no acknowledged write, leaves no partial write, and the server is ready again in time', {
    ...AGAIN,
    timeout: bySize(600_000, 1_800_000),
  }, async () => {
    trial({ what: 'kill -9', cases: ROUNDS });
    const place = await freshPlace(given.engine);
    onTestFinished(place.remove);
    const clock = systemClock('Europe/Belgrade');
    const today = dateOf(readClock(clock).wall);
    let server = await startServer({ ...place.settings });
    onTestFinished(() => server.stop());
    const { admin, clients } = await people(caller(server), server);
    const other = openForCommand(readConfig(place.settings));
    onTestFinished(() => other.close());
    const { db } = other;
    const technicians = [OWNERS_TECHNICIAN];
    while (technicians.length < given.technicians) technicians.push(await aTechnician({ db }));
    // several technicians write at the same times of one day
    const writers = clients.map((client, n) => {
      const first = addDays(today, 2 + Math.floor(n / technicians.length));
      const technician = technicians[n % technicians.length] ?? OWNERS_TECHNICIAN;
      return makeWriter({ client, admin, technician }, first, WRITERS);
    });
    for (let round = 0; round < ROUNDS; round++) {
      await writeUntilKilled(server, writers, 150 + 37 * (round % 7));
      const began = performance.now();
      server = await startServer({ ...place.settings });
      expect(performance.now() - began).toBeLessThan(READY_WITHIN_MS);

      const rows = new Map(
        (await db.selectFrom('appointments').selectAll().execute()).map((row) => [row.id, row]),
      );
      for (const { client, ledger } of writers)
        for (const entry of ledger) expectKept(entry, rows.get(entry.id) as Row | undefined, client.id);
      const notified = await db
        .selectFrom('admin_notifications')
        .select(['type', 'appointment_id'])
        .execute();
      const idsOf = (type: string) =>
        notified
          .filter((t) => t.type === type)
          .map((t) => t.appointment_id)
          .sort();
      const idsWith = (statuses: string[]) =>
        [...rows.values()]
          .filter((r) => statuses.includes(r.status))
          .map((r) => r.id)
          .sort();
      expect(idsOf('NEW_BOOKING')).toEqual(idsWith(['BOOKED', 'CANCELLED']));
      expect(idsOf('CANCELLED')).toEqual(idsWith(['CANCELLED']));
      await expectInvariants({ db, clock: { wall: () => readClock(clock).wall } });
      await settle(caller(server), writers, rows);
    }
    expect(written(writers)).toBeGreaterThan(WRITERS);
  });
});

/** Repeats the requests that got no response. A repeated booking must get its first response, not 'Termin više nije dostupan'. */
async function settle(
  call: Call,
  writers: readonly Writer[],
  rows: ReadonlyMap<number, { status: string }>,
): Promise<void> {
  for (const { client, ledger } of writers)
    for (const entry of ledger) {
      if (entry.inDoubt === 'book') await book(call, client, entry);
      if (entry.inDoubt === 'cancel' && rows.get(entry.id)?.status === 'CANCELLED')
        Object.assign(entry, { status: 'CANCELLED', inDoubt: undefined });
      if (entry.status === 'BOOKED') await cancel(call, client, entry);
    }
}
