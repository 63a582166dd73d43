// What was done at the visits of people. docs/spec/behaviour.md §30.1
import { type RawBuilder, sql } from 'kysely';
import type { LastWork, WorkValue } from '#contract/work/work.ts';
import type { BookingId } from '#domain/ids.ts';
import { jsonArray, jsonObject, jsonText, parseJson } from './json.ts';
import type { Db, Trx } from './schema.ts';

const values = (db: Db | Trx, booking: string): RawBuilder<string> => {
  const array = jsonArray(db, sql`'field_id', done.field_id, 'value', done.value`, sql`field.position`);
  return sql`(select ${array} from work_values as done join work_fields as field on field.id = done.field_id
    where done.booking_id = ${sql.ref(booking)})`;
};

/** SQL for what was done at the visit of a booking, as JSON text. */
export const workJson = (
  db: Db | Trx,
  booking: 'appointments.booking_id' | 'bookings.id' = 'appointments.booking_id',
): RawBuilder<string> => jsonText(db, values(db, booking));

/** SQL for what was done at the latest earlier visit of the person with values, as JSON text, or null. A missed appointment is no visit. */
export const lastWorkJson = (db: Db | Trx): RawBuilder<string | null> => {
  const object = sql`'date', visit.day, 'values', ${values(db, 'earlier.id')}`;
  return jsonText(
    db,
    sql`(select ${jsonObject(db, object)}
    from bookings as earlier cross join appointments as visit
    where earlier.person_id = bookings.person_id and visit.booking_id = earlier.id and visit.status = 'BOOKED'
      and (earlier.attended is null or earlier.attended = 1) and visit.start_datetime < appointments.start_datetime
      and exists (select 1 from work_values where work_values.booking_id = earlier.id)
    order by visit.start_datetime desc limit 1)`,
  );
};

/** Parses the column `work`. */
export const valuesOf = (work: string) => parseJson(work) as WorkValue[];

/** What was done, as parsed from the columns `work` and `last_work`. */
export const workOfRow = ({
  work,
  last_work,
}: {
  readonly work: string;
  readonly last_work: string | null;
}) => ({
  work: valuesOf(work),
  last_work: last_work === null ? null : (parseJson(last_work) as LastWork),
});

/** Forgets what was done at the visits of these bookings. */
export const forgetWork = (trx: Trx, bookings: readonly BookingId[]) =>
  trx.deleteFrom('work_values').where('booking_id', 'in', bookings).execute();
