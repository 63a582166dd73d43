import { sql } from 'kysely';
import { z } from 'zod';
import { serviceId, userId, wallDate } from '#contract/schemas.ts';
import { daysThatOpened } from '#domain/waitlist.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { freeSlotMessage } from '#domain/wording/notifications.ts';
import {
  immediately,
  type NotificationTiming,
  notifyAdmin,
  notifyClient,
} from '../notifications/notifications.ts';
import { lockDays } from '../platform/db/locks.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { type DeleteOutdated, deleteInBatches } from '../platform/retention.ts';
import { freeSlotsOn } from '../slots/slots.ts';

/** An entry that a booking has ended, so that an undo can bring it back. */
export const endedWait = z.object({
  day: wallDate,
  client_id: userId.nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  guest_phone_digits: z.string().nullable(),
  created_at: z.int(),
  joiner_network: z.string().nullable().default(null),
  service_id: serviceId.nullable().default(null),
});
type EndedWait = z.infer<typeof endedWait>;

/**
 * A client who has a booking on a day, or a guest with this phone, waits for that day no more. Returns the entries that are
 * gone. docs/spec/behaviour.md §5.15
 */
export async function endWait(
  trx: Trx,
  { client_id, guest_phone_digits, day }: AppointmentRow,
): Promise<EndedWait[]> {
  const ofThatDay = trx
    .deleteFrom('waitlist_entries')
    .where('day', '=', day)
    .returning([
      'day',
      'client_id',
      'guest_name',
      'guest_phone',
      'guest_phone_digits',
      'created_at',
      'joiner_network',
      'service_id',
    ]);
  const ofClient = client_id === null ? [] : await ofThatDay.where('client_id', '=', client_id).execute();
  const ofGuest =
    guest_phone_digits === null
      ? []
      : await ofThatDay.where('guest_phone_digits', '=', guest_phone_digits).execute();
  return [...ofClient, ...ofGuest];
}

/** Brings back entries that a booking had ended; one that was joined anew since stays as it is. */
export async function restoreWaits(trx: Trx, ended: readonly EndedWait[]): Promise<void> {
  for (const wait of ended)
    await trx
      .insertInto('waitlist_entries')
      .values(wait)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
}

export interface ServeOptions {
  /** Left out = at once. */
  readonly timing?: NotificationTiming;
  /** Notifies only entries created since then: after an undo the earlier ones have already had this slot offered. */
  readonly joinedSinceMs?: number;
}

/**
 * Runs `change`, which may change the appointments or absences of these days, and serves the waiting list of each of them that
 * went from no free slot to some. The days are locked first, so that of two changes at once only one finds none.
 * docs/spec/behaviour.md §5.15
 */
export async function servingWaitlists<T>(
  trx: Trx,
  { now, user }: Pick<RequestContext, 'now' | 'user'>,
  days: readonly WallDate[],
  change: () => Promise<T>,
  options: ServeOptions = {},
): Promise<T> {
  const concerned = [...new Set(days)];
  await lockDays(trx, concerned);
  const offerNow = async () => ({ slots: await freeSlotsOn(trx, concerned, now.wall), absences: [] });
  const before = await offerNow();
  const result = await change();
  for (const { date, slot } of daysThatOpened(before, await offerNow(), now.wall))
    await serve(trx, date, slot, {
      today: dateOf(now.wall),
      joinedSinceMs: 0,
      ...options,
      timing: { ...(options.timing ?? immediately(now)), isLimited: user?.role !== 'ADMIN' },
    });
  return result;
}

/** Clients are notified of the day's first free slot; guests are called by the owner. Everyone stays on the list. */
async function serve(
  trx: Trx,
  day: WallDate,
  slot: AppointmentRow,
  { today, timing, joinedSinceMs }: Required<ServeOptions> & { readonly today: WallDate },
): Promise<void> {
  for (const { client_id, guest_name, guest_phone } of await waitingFor(trx, day, joinedSinceMs)) {
    if (client_id === null) {
      const guest = { guest_name, guest_phone };
      await notifyAdmin(trx, { type: 'FREE_SLOT_GUEST', ...timing, ...guest, appointment: slot });
    } else {
      const notification = {
        client_id,
        type: 'FREE_SLOT_AVAILABLE',
        message: freeSlotMessage(slot, today),
      } as const;
      await notifyClient(trx, notification, slot, timing);
    }
  }
}

const waitingFor = (trx: Trx, day: WallDate, joinedSinceMs: number) =>
  trx
    .selectFrom('waitlist_entries')
    .leftJoin('users', 'users.id', 'waitlist_entries.client_id')
    .select(['client_id', 'guest_name', 'guest_phone'])
    .where('day', '=', day)
    .where('waitlist_entries.created_at', '>=', joinedSinceMs)
    .where(({ eb, or }) => or([eb('client_id', 'is', null), eb('users.active', '=', 1)]))
    .orderBy('waitlist_entries.id')
    .execute();

/** Nobody waits for a day that is over. */
export const deleteOutdatedWaits: DeleteOutdated = async (db, now) => {
  await deleteInBatches(db, 'waitlist_entries', sql<boolean>`day < ${dateOf(now.wall)}`);
};
