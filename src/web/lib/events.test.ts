import { expect, test } from 'vitest';
import type { StreamEvent } from '#contract/salon.ts';
import { freeSlotsQuery } from './appointment/free-slots.ts';
import { isAffected, messagesOf } from './events.ts';
import { notificationQueries } from './queries/notification-queries.ts';
import { absenceQueries, appointmentQueries, salonQuery, servicesQuery } from './queries/queries.ts';

async function read(
  parts: readonly Uint8Array<ArrayBuffer>[],
): Promise<{ messages: string[]; pieces: number }> {
  let pieces = 0;
  const messages: string[] = [];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(part);
      controller.close();
    },
  });
  for await (const message of messagesOf(stream, () => pieces++)) messages.push(message);
  return { messages, pieces };
}

const STREAM =
  'retry: 3000\n\n:\n\ndata: {"kind":"appointments"}\n\ndata: {"kind":"slots","days":[]}\n\ndata: {"ki';
const MESSAGES = ['{"kind":"appointments"}', '{"kind":"slots","days":[]}'];

test.each([1, 2, 7, 1000])(
  'the event stream is split into whole messages even if it arrives in chunks of %i bytes',
  async (size) => {
    const bytes = new TextEncoder().encode(STREAM);
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, n) =>
      bytes.slice(n * size, (n + 1) * size),
    );
    expect(await read(parts)).toEqual({ messages: MESSAGES, pieces: parts.length });
  },
);

const SLOTS: StreamEvent = { kind: 'slots', days: ['2026-11-19', '2026-11-25'] };
const APPOINTMENTS: StreamEvent = { kind: 'appointments' };
const NOTIFICATIONS: StreamEvent = { kind: 'notifications' };

const freeSlots = (from: `${number}-${number}-${number}`, to: `${number}-${number}-${number}`) =>
  freeSlotsQuery({ from, to }).queryKey;

test.each([
  ['free slots of a range that starts on a day of the event', freeSlots('2026-11-19', '2026-11-20'), [SLOTS]],
  ['free slots of a range that ends on a day of the event', freeSlots('2026-11-24', '2026-11-25'), [SLOTS]],
  ['free slots of other days', freeSlots('2026-11-20', '2026-11-24'), []],
  ['free slots of a range that is not known yet', freeSlotsQuery(null).queryKey, []],
  ['closed days', ['closed-days', '2026-11-17', '2026-12-01'], [SLOTS]],
  ["a client's own appointments", appointmentQueries.upcoming(null).queryKey, [APPOINTMENTS]],
  [
    'the calendar',
    appointmentQueries.calendar({ from: '2026-11-16', to: '2026-11-22' }).queryKey,
    [APPOINTMENTS],
  ],
  ["a day's bookings", appointmentQueries.bookedOn('2026-11-17').queryKey, [APPOINTMENTS]],
  ['absences', absenceQueries.own().queryKey, [APPOINTMENTS]],
  ['the till of a day', ['cash', '2026-11-17'], [APPOINTMENTS]],
  ['an appointment in an open dialog', appointmentQueries.one(17).queryKey, []],
  ['the unread count', notificationQueries.unreadCount('CLIENT').queryKey, [NOTIFICATIONS]],
  [
    "a client's own notifications",
    notificationQueries.client({ isUnreadOnly: false, type: '' }).queryKey,
    [NOTIFICATIONS],
  ],
  ['the salon', salonQuery.queryKey, []],
  ['the price list', servicesQuery.queryKey, []],
  ['the settings', ['settings'], []],
] as const)('only the expected events cause a refetch of %s', (_, key, by) => {
  const all = [SLOTS, APPOINTMENTS, NOTIFICATIONS];
  expect(all.filter((event) => isAffected(event, key))).toEqual(by);
});
