import { expect, test } from 'vitest';
import { inTransaction, lockDays } from '../../../src/server/platform/db/transaction.ts';
import { aClient, aService, aSlot } from '../../support/builders.ts';
import { bookFor } from '../../support/joined.ts';
import { salon, withSalon } from '../../support/salon-test.ts';

/** PostgreSQL only: SQLite has a single writer (docs/spec/behaviour.md §5.20). */
withSalon('postgres');

const START = '2026-11-20 10:00:00';

test('a booking of a single slot does not wait for a lock on the day of the slot', async () => {
  const service_id = await aService(salon, { duration_minutes: 90 });
  const id = await aSlot(salon, START);
  const [isHeld, isDone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const holding = inTransaction(salon.db, async (trx) => {
    await lockDays(trx, ['2026-11-20']);
    isHeld.resolve();
    await isDone.promise;
  });
  await isHeld.promise;
  try {
    const booked = await bookFor(await aClient(salon), id, START, 60, { service_id });
    expect(booked.status).toBe('BOOKED');
  } finally {
    isDone.resolve();
    await holding;
  }
});
