import { expect } from 'vitest';
import { spanOf } from '../../../src/domain/times/offers.ts';
import { freeParts } from '../../../src/domain/times/openings.ts';
import type { AppointmentRow, Db } from '../../../src/server/platform/db/schema.ts';
import { allRows } from './rows.ts';

const isLive = ({ status }: AppointmentRow) => status === 'BOOKED' || status === 'BLOCKED';
const textOf = (technician: number, start: string, end: string) => `${technician}: ${start} - ${end}`;

/** Asserts that the free slots are what bookings and blocks leave of the openings (docs/spec/behaviour.md §26). */
export async function expectDerived(db: Db, message?: string): Promise<void> {
  const rows = await allRows({ db });
  const openings = await db.selectFrom('openings').selectAll().orderBy('start_datetime').execute();
  const derived = [...new Set(openings.map(({ technician_id }) => technician_id))].flatMap((technician) => {
    const held = rows
      .filter((row) => isLive(row) && row.technician_id === technician)
      .map((row) => ({ ...row, ...spanOf(row.services) }));
    const own = openings.filter(({ technician_id }) => technician_id === technician);
    return freeParts(own, held).map((part) => textOf(technician, part.start_datetime, part.end_datetime));
  });
  const stored = rows
    .filter(({ status }) => status === 'AVAILABLE')
    .map((row) => textOf(row.technician_id, row.start_datetime, row.end_datetime));
  expect(stored.sort(), message).toEqual(derived.sort());
}
