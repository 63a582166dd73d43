import type { Engine } from '../0001-the-salon/words.ts';
import type { Step } from '../migration.ts';
import { fill } from './step.ts';
import { added, renewed } from './tables.ts';

/**
 * Bookings get an id and a table of their own, and so does everybody who comes. What belonged to a booking of an appointment hangs on
 * the booking. docs/decisions/0009-a-booking-has-an-id.md
 */
export const name = 'bookings and people';

/** Older processes are stopped first: they would write to columns that are gone. */
export const worksFrom = 19;

export const statements = (engine: Engine): string[] => added(engine);

export const step: Step = {
  run: fill,
  hash: '88e8bd675669f40ba246dba52024dc88209e18d77db2b783c526328b63903024',
  after: renewed,
};
