import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { BookingId } from '../../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../../src/domain/technicians.ts';
import { addDays, dateOf } from '../../../src/domain/wall-clock.ts';
import { readClock, systemClock } from '../../../src/server/platform/clock.ts';
import { readConfig } from '../../../src/server/platform/config.ts';
import { openForCommand } from '../../../src/server/platform/db/open.ts';
import type { Db } from '../../../src/server/platform/db/schema.ts';
import { aTechnician } from '../../support/builders.ts';
import { engines, freshPlace } from '../../support/databases/databases.ts';
import { expectInvariants } from '../../support/invariants.ts';
import { allRows } from '../../support/rows/rows.ts';
import { type Server, startServer } from '../../support/server.ts';
import { AGAIN, bySize, onIdleMachine, WAIT_MS } from '../../support/size.ts';
import { trial } from '../../support/trials/trial.ts';
import {
  type Call,
  type Entry,
  finish,
  KEYED_STAGES,
  makeWriter,
  type Person,
  type Row,
  STAGES,
  type Writer,
} from './writer.ts';

const WRITERS = 16;
const ROUNDS = bySize(2, 200);
const READY_WITHIN_MS = bySize(15_000, 5000); // the limit is higher in the small run, because other tests run at the same time

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

const SETTINGS = {
  payments: 1,
  deposit_for: 'ALL',
  deposit_amount: 700,
  account_number: '840-955845-10',
  account_name: 'Salon Mesečina',
};

async function people(call: Call, server: Server): Promise<{ admin: Person; clients: Person[] }> {
  const admin = await call('POST', '/auth/login', '', server.admin);
  await call('PUT', '/settings', admin.json.token ?? '', SETTINGS);
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
      if (!(error instanceof TypeError)) throw error; // fetch throws a TypeError when there is no response
    }),
  );
  const before = written(writers);
  await wait(afterMs);
  await expect.poll(() => written(writers), { timeout: WAIT_MS }).toBeGreaterThan(before + writers.length);
  const gone = once(server.process, 'exit');
  server.process.kill('SIGKILL');
  await Promise.all([gone, ...writing]);
}

/** Returns the stored rows of all appointments by id, each with the state of its deposit and its payments. */
async function stored(db: Db) {
  const rows = await allRows({ db });
  const deposits = await db.selectFrom('deposits').select(['booking_id', 'state']).execute();
  const payments = await db.selectFrom('payments').select(['booking_id', 'kind', 'amount']).execute();
  const stateOf = new Map<BookingId | null, string>(
    deposits.map(({ booking_id, state }) => [booking_id, state]),
  );
  const paidFor = Map.groupBy(payments, ({ booking_id }) => booking_id);
  const withMoney = rows.map((row) => ({
    ...row,
    deposit: stateOf.get(row.booking_id) ?? null,
    payments: (row.booking_id === null ? [] : (paidFor.get(row.booking_id) ?? []))
      .map(({ kind, amount }) => `${kind} ${amount}`)
      .sort(),
  }));
  return new Map(withMoney.map((row) => [row.id, row]));
}
type Stored = Awaited<ReturnType<typeof stored>>;

/** Asserts that the row has the stage of the last successful request, or the next stage if the next request got no response. Returns the stage. */
function expectKept(entry: Entry, rows: Stored, clientId: number): number {
  const row = rows.get(entry.id);
  const next = STAGES[entry.stage + 1]; // undefined if the row has reached the last stage
  const isDone = entry.isInDoubt && next !== undefined && isDeepStrictEqual({ ...row, ...next }, row);
  const stage = entry.stage + (isDone ? 1 : 0);
  const isFree = stage === 0;
  expect(row).toMatchObject({
    id: entry.id,
    start_datetime: entry.start,
    ...STAGES[stage],
    client_id: isFree ? null : clientId,
    notes: isFree ? null : `beleška ${entry.key}`,
    cancel_reason: STAGES[stage]?.status === 'CANCELLED' ? `razlog ${entry.key}` : null,
  });
  return stage;
}

function expectAllKept({ people, ledger }: Writer, rows: Stored): void {
  for (const entry of ledger) {
    const stage = expectKept(entry, rows, people.client.id);
    if (!KEYED_STAGES.includes(entry.stage)) entry.stage = stage; // a request with an Idempotency-Key is sent again later, so the entry keeps the stage before that request
  }
}

async function expectNotified(db: Db, rows: Stored): Promise<void> {
  const notified = await db.selectFrom('admin_notifications').select(['type', 'appointment_id']).execute();
  const idsOf = (type: string) =>
    notified
      .filter((notification) => notification.type === type)
      .map(({ appointment_id }) => appointment_id)
      .sort();
  const idsWith = (statuses: string[]) =>
    [...rows.values()]
      .filter(({ status }) => statuses.includes(status))
      .map(({ id }) => id)
      .sort();
  expect(idsOf('NEW_BOOKING')).toEqual(idsWith(['BOOKED', 'CANCELLED']));
  expect(idsOf('CANCELLED')).toEqual(idsWith(['CANCELLED']));
}

/** Repeats the requests that got no response, and sends the remaining requests. */
async function settle(call: Call, { people, ledger }: Writer): Promise<void> {
  for (const entry of ledger) if (entry.stage > 0 || entry.isInDoubt) await finish(call, people, entry);
}

/** Asserts that the API returns the sum of an appointment's payments as `paid`. */
async function expectShown(call: Call, { people, ledger }: Writer, rows: Stored): Promise<void> {
  const id = ledger.at(-1)?.id;
  const payments = (id && rows.get(id)?.payments) || [];
  const sum = payments.reduce((total, payment) => {
    const [kind, para] = payment.split(' ');
    return total + (kind === 'REFUND' ? -1 : 1) * Number(para);
  }, 0);
  const { json } = await call('GET', `/appointments/${id}`, people.admin.token);
  expect(json.paid).toBe(sum / 100);
}

const CASES = engines.flatMap((engine) => [1, 3].map((technicians) => ({ engine, technicians })));

describe.each(CASES)('a server killed during writes ($engine, technicians: $technicians)', (given) => {
  test('kill -9 during writes loses no acknowledged write and leaves no partial write, and the server restarts in time', {
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
    // the writers of different technicians book the same times on the same day
    const writers = clients.map((client, n) => {
      const first = addDays(today, 2 + Math.floor(n / technicians.length));
      const technician = technicians[n % technicians.length] ?? OWNERS_TECHNICIAN;
      return makeWriter({ client, admin }, technician, first, WRITERS);
    });
    for (let round = 0; round < ROUNDS; round++) {
      await writeUntilKilled(server, writers, 150 + 37 * (round % 7));
      const began = performance.now();
      server = await startServer({ ...place.settings });
      expect(onIdleMachine(performance.now() - began)).toBeLessThan(READY_WITHIN_MS);

      const call = caller(server);
      const rows = await stored(db);
      for (const writer of writers) expectAllKept(writer, rows);
      for (const writer of writers) await expectShown(call, writer, rows);
      await expectNotified(db, rows);
      await expectInvariants({ db, clock: { wall: () => readClock(clock).wall } });
      for (const writer of writers) await settle(call, writer);
    }
    expect(written(writers)).toBeGreaterThan(WRITERS);
  });
});
