import type { Selectable } from 'kysely';
import { z } from 'zod';
import { wallDate, wallTime } from '#contract/schemas.ts';
import type { BookingId, UserId } from '#domain/ids.ts';
import { type Language, languageToSend, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import {
  CLIENT_NOTIFICATION_TYPES,
  type ClientNotification,
  type StoredNotification,
} from '#domain/notifications.ts';
import type { Settings } from '#domain/settings.ts';
import { clientNotificationText, withReason } from '#domain/wording/notifications.ts';
import { readJson } from '../platform/db/json.ts';
import type { ClientNotifications } from '../platform/db/notifications.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { scriptOfStaff } from '../platform/http/reader-language.ts';
import { inLanguage } from '../platform/language.ts';

// What clients are told: stored as facts, written as text in the language of whoever reads it. docs/spec/behaviour.md §33

interface Person {
  readonly userId: UserId | null;
  /** The booking of a guest, who has no account. */
  readonly bookingId: BookingId | null;
}

/** The language in which a person is written to: her profile's, of staff its script, a guest's by her booking. docs/spec/behaviour.md §33.1 */
export async function languageOf(
  db: Db | Trx,
  { userId, bookingId }: Person,
  { languages }: Pick<Settings, 'languages'>,
): Promise<Language> {
  if (userId !== null) {
    const account = db.selectFrom('users').select(['role', 'language']).where('id', '=', userId);
    const reader = await account.executeTakeFirst();
    return (reader && scriptOfStaff(reader)) ?? languageToSend(reader?.language ?? null, languages);
  }
  if (languages.length === 1) return SALONS_LANGUAGE;
  const ofGuest = db.selectFrom('bookings').select('language').where('id', '=', bookingId);
  return languageToSend((await ofGuest.executeTakeFirst())?.language ?? null, languages);
}

/** The names of services, if one of them is translated. */
export const namedServices = z
  .array(z.object({ name: z.string(), name_en: z.string().nullish(), name_ru: z.string().nullish() }))
  .readonly()
  .optional();

const visit = z.object({
  start_datetime: wallTime,
  end_datetime: wallTime,
  service_name: z.string().nullable(),
  services: namedServices,
});

const notificationFacts = z.union([
  visit.extend({
    today: wallDate,
    technician_name: z.string().optional(),
    was: visit.optional(),
    others: z.array(wallTime).readonly().optional(),
    expected: wallTime.optional(),
    amount: z.number().optional(),
    on_request: z.literal(true).optional(),
  }),
  z.object({ on_request: z.literal(true) }),
]);

/** A notification inside a queued mail. */
export const storedNotification = z.object({
  type: z.enum(CLIENT_NOTIFICATION_TYPES),
  facts: notificationFacts.nullable(),
  message: z.string(),
  reason: z.string().nullable(),
});

/** What is stored of a notification: also its text in Serbian, which the release before reads. */
export const storedOf = ({ type, facts, reason = null }: Omit<ClientNotification, 'client_id'>) => {
  const message = inLanguage(SALONS_LANGUAGE, () => clientNotificationText({ type, facts, message: '' }));
  return { type, facts, message, reason } satisfies StoredNotification;
};

type Row = Pick<Selectable<ClientNotifications>, 'type' | 'message' | 'facts' | 'reason'>;

/** A row of the table. Facts that this release cannot read count as missing: then the text stands. */
export const notificationOf = ({ type, message, facts, reason }: Row): StoredNotification => ({
  type,
  message,
  reason,
  facts: facts === null ? null : (readJson(notificationFacts, facts) ?? null),
});

export const TOLD_COLUMNS = ['type', 'message', 'facts', 'reason'] as const satisfies readonly (keyof Row)[];

/** The whole text, with the reason. */
export const toldInWords = (notification: StoredNotification): string =>
  withReason(clientNotificationText(notification), notification.reason);
