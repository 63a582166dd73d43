// What a technician sees of people, as SQL. docs/spec/behaviour.md §16.11
import { type RawBuilder, sql } from 'kysely';
import { type Actor, daysBefore, may, TECHNICIAN_CHANGES_DAYS_BACK } from '#domain/accounts/roles.ts';
import type { Now } from '../platform/clock.ts';

/** Who reads, and when; null for a visitor. */
export interface Viewer {
  readonly user: Actor | null;
  readonly now: Pick<Now, 'wall'>;
}

export const ALWAYS = sql<boolean>`1 = 1`;
const NEVER = sql<boolean>`1 = 0`;

/** SQL condition: a booking that somebody else than this technician made. */
const isByAnother = (user: Actor, booking: string) =>
  sql<boolean>`${sql.ref(`${booking}.booked_by_id`)} is distinct from ${user.id}`;

/** SQL condition: the person has a booking with this technician that somebody else made; with `condition`, such a booking. */
const hasBookingWith = (user: Actor, person: string, condition = ALWAYS): RawBuilder<boolean> =>
  sql`exists (select 1 from bookings as hers join appointments as her_time on her_time.booking_id = hers.id
    where hers.person_id = ${sql.ref(person)} and her_time.status = 'BOOKED'
      and her_time.technician_id = ${user.technician_id} and ${isByAnother(user, 'hers')} and ${condition})`;

/** SQL condition: the viewer may see the phone of this person (a column with the id): a technician only if the person has been with her, or will come or came of late. */
export function seesPhoneOf({ user, now }: Viewer, person: string): RawBuilder<boolean> {
  if (user?.role !== 'TECHNICIAN') return ALWAYS;
  if (!may(user, 'seePhones')) return NEVER;
  const since = daysBefore(now.wall, TECHNICIAN_CHANGES_DAYS_BACK);
  const isVisitOrNear = sql<boolean>`(her_time.start_datetime >= ${since}
    or her_time.end_datetime <= ${now.wall} and (hers.attended is null or hers.attended = 1))`;
  return hasBookingWith(user, person, isVisitOrNear);
}

/** SQL condition: the viewer may see the phone of an appointment's person, or of another one in its booking (a column with the id). A technician also those of bookings ahead or of late that somebody else made. */
export function seesPhones(viewer: Viewer, person = 'bookings.person_id'): RawBuilder<boolean> {
  const { user, now } = viewer;
  const ofPerson = seesPhoneOf(viewer, person);
  if (user?.role !== 'TECHNICIAN' || !may(user, 'seePhones')) return ofPerson;
  const since = daysBefore(now.wall, TECHNICIAN_CHANGES_DAYS_BACK);
  return sql`((appointments.technician_id = ${user.technician_id} and appointments.start_datetime >= ${since}
    and ${isByAnother(user, 'bookings')}) or ${ofPerson})`;
}

/** SQL for a column that is null where the condition is not met. */
export const shownIf = (condition: RawBuilder<boolean>, column: string): RawBuilder<string | null> =>
  condition === ALWAYS ? sql.ref(column) : sql`case when ${condition} then ${sql.ref(column)} end`;

/** SQL for what only the owner, and clients of themselves, may read; null for a technician. */
export const hiddenFromTechnicians = ({ user }: Viewer, column: RawBuilder<string | null>) =>
  user?.role === 'TECHNICIAN' ? sql<string | null>`null` : column;
