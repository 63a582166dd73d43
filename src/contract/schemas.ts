import { z } from 'zod';
import { REQUEST_STATES } from '#domain/appointments/requests.ts';
import { readEmail, readName, readPhone } from '#domain/clients/contact.ts';
import { isPhone, PHONE_CHARACTERS_REFUSED, PHONE_REFUSED } from '#domain/clients/is-phone.ts';
import {
  type AbsenceId,
  type AdminNotificationId,
  type AppointmentId,
  type BookingId,
  type ClientNotificationId,
  type HoldingId,
  type Id,
  type PayoutId,
  type PersonId,
  type PictureId,
  type PlanId,
  type ServiceId,
  type TechnicianId,
  type TemplateId,
  toId,
  type UserId,
  type WaitId,
  type WorkFieldId,
  type WorkId,
} from '#domain/ids.ts';
import { LANGUAGES } from '#domain/language/languages.ts';
import { type Sentence, said, t } from '#domain/language/translate.ts';
import {
  CITY_MAX_CHARACTERS,
  charactersIn,
  EMAIL_MAX_CHARACTERS,
  LIST_MAX_COUNT,
  LIST_MAX_OFFSET,
  MAX_PRICE_DIN,
  MAX_SERVICES_COUNT,
  NAME_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
  PHONE_PATTERN,
} from '#domain/limits.ts';
import { isClockTime, isWallDate, isWallTime } from '#domain/wall-clock.ts';

const MAX_ID = 2 ** 31 - 1;
// character ranges are built from codes, because biome forbids control characters in patterns
const range = (from: number, to: number) => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;
const CONTROL = new RegExp(`[${range(0, 31)}${range(127, 159)}]`);
const CONTROL_BUT_BREAKS = new RegExp(`[${range(0, 8)}${range(11, 12)}${range(14, 31)}${range(127, 159)}]`);
const LONE_SURROGATE = /\p{Surrogate}/u;
/** The message of a check that clients and visitors can fail, in the language of their request. */
export const says = (sentence: Sentence) => ({ error: () => said(sentence) });

const FORBIDDEN_CHARACTER = says('Tekst sadrži nedozvoljene znakove.');

const clean = (pattern: RegExp) => (text: string) => !pattern.test(text) && !LONE_SURROGATE.test(text);

/** A maximum length. Skips further checks of a longer text: a pattern with groups would overflow the stack on megabytes of text. */
const atMost = (max: number) => [(text: string) => charactersIn(text) <= max, tooLong(max)] as const;
const tooLong = (max: number) => ({ error: () => t('Najviše {max} karaktera.', { max }), abort: true });

/** An object schema with a name in the OpenAPI document. */
export const component = <S extends z.ZodRawShape>(id: string, description: string, fields: S) =>
  z.object(fields).meta({ id, description });

/** One line of text, trimmed, at most `max` characters (not bytes), no control characters. May be empty. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .meta({ maxLength: max }) // sets `maxLength` too, because JSON Schema does not contain the check in `refine`
    .refine(clean(CONTROL), FORBIDDEN_CHARACTER)
    .refine(...atMost(max));

/** Like `line`, but allows line breaks and tabs (notes, reasons). */
export const prose = (max: number) =>
  z
    .string()
    .trim()
    .meta({ maxLength: max })
    .refine(clean(CONTROL_BUT_BREAKS), FORBIDDEN_CHARACTER)
    .refine(...atMost(max));

export const orNull = <T extends z.ZodType<string>>(text: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), text.nullable());

/** Longer passwords are rejected before hashing. */
export const PASSWORD_MAX_CHARACTERS = 200;

/** A password; never trimmed. */
export const password = z
  .string()
  .meta({ maxLength: PASSWORD_MAX_CHARACTERS })
  .refine(...atMost(PASSWORD_MAX_CHARACTERS));

/** A person's name, or an empty text. docs/spec/behaviour.md §3.3 */
export const name = line(NAME_MAX_CHARACTERS).overwrite(readName);
export const requiredName = name.refine((text) => text !== '', says('Unesite ime.'));

/** A guest's name; a rule refuses one without a letter or digit like a missing one. */
export const guestName = orNull(line(NAME_MAX_CHARACTERS));
export const city = line(CITY_MAX_CHARACTERS);

/** A line that is read before it is checked: what nobody sees does not count toward its length. */
const contactLine = (max: number, read: (text: string) => string) =>
  z
    .string()
    .max(2 * max, tooLong(max))
    .overwrite(read)
    .meta({ maxLength: max })
    .refine(clean(CONTROL), FORBIDDEN_CHARACTER)
    .refine(...atMost(max));

/** Any part of a phone number, for searches. */
export const phonePart = contactLine(PHONE_MAX_CHARACTERS, readPhone).refine(
  (text) => PHONE_PATTERN.test(text),
  says(PHONE_CHARACTERS_REFUSED),
);

/** A complete phone number or an empty text. docs/spec/behaviour.md §3.3 */
export const phone = phonePart.refine((text) => text === '' || isPhone(text), says(PHONE_REFUSED));

export const language = z
  .enum(LANGUAGES)
  .meta({ id: 'Language', description: 'A language of visitors, guests and clients.' });

const EMAIL = /^[^\s@,;<>()[\]\\"]+@[^\s@.,;<>()[\]\\"]+(\.[^\s@.,;<>()[\]\\"]+)+$/;
const EMAIL_REFUSED = says('Email adresa nije ispravna.');
const ASCII = /^[ -~]*$/;

/** Normalizes letters (such as full-width ones), then allows only ASCII, so that no two addresses look alike. docs/spec/behaviour.md §6.4 */
export const email = contactLine(EMAIL_MAX_CHARACTERS, readEmail)
  .refine((text) => ASCII.test(text), EMAIL_REFUSED)
  .refine((text) => text === '' || EMAIL.test(text), EMAIL_REFUSED);

const idOf = <I extends Id<string>>(id: string) =>
  z.int().min(1).max(MAX_ID).meta({ id }) as z.ZodType<unknown, number> as z.ZodType<I, number>;
export const userId = idOf<UserId>('UserId');
export const appointmentId = idOf<AppointmentId>('AppointmentId');
export const bookingId = idOf<BookingId>('BookingId');
export const personId = idOf<PersonId>('PersonId');
export const serviceId = idOf<ServiceId>('ServiceId');
export const technicianId = idOf<TechnicianId>('TechnicianId');
export const templateId = idOf<TemplateId>('TemplateId');
export const absenceId = idOf<AbsenceId>('AbsenceId');
export const adminNotificationId = idOf<AdminNotificationId>('NotificationId');
export const clientNotificationId = idOf<ClientNotificationId>('OwnNotificationId');
export const planId = idOf<PlanId>('PlanId');
export const holdingId = idOf<HoldingId>('HoldingId');
export const payoutId = idOf<PayoutId>('PayoutId');
export const pictureId = idOf<PictureId>('PictureId');
export const workId = idOf<WorkId>('WorkId');
export const workFieldId = idOf<WorkFieldId>('WorkFieldId');
export const waitId = idOf<WaitId>('WaitId');

/** An id in a path: digits only, no sign, no leading zero. */
const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .meta({ type: 'integer', minimum: 1, maximum: MAX_ID })
  .transform(Number)
  .refine((value) => value <= MAX_ID);
export const idParams = <I extends Id<string>>() =>
  z.object({ id: pathId.transform((value) => toId<I>(value)) });

/** A schema that turns a checked string into the domain's type. The cast is needed, because zod ignores the type that `isProven` proves. */
const provenText = <T extends string>(isProven: (text: string) => text is T, message: Sentence) =>
  z.string().refine(isProven, says(message)) as z.ZodType<unknown, string> as z.ZodType<T, string>;

export const wallTime = provenText(isWallTime, 'Datum i vreme nisu ispravni.').meta({
  id: 'WallTime',
  description: "The salon's local time, `YYYY-MM-DD HH:mm:ss` without a zone.",
  pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$',
  examples: ['2026-11-19 10:00:00'],
});
export const wallDate = provenText(isWallDate, 'Datum nije ispravan.').meta({
  id: 'WallDate',
  description: "A day of the salon's calendar, `YYYY-MM-DD`.",
  pattern: '^\\d{4}-\\d{2}-\\d{2}$',
  examples: ['2026-11-19'],
});
export const clockTime = provenText(isClockTime, 'Vreme nije ispravno.').meta({
  id: 'ClockTime',
  description: "A time of day in the salon's time zone, `HH:mm:ss`.",
  pattern: '^\\d{2}:\\d{2}:\\d{2}$',
  examples: ['09:00:00'],
});

/** The days from `from` to `to`, both included. */
export const period = z.object({ from: wallDate, to: wallDate });

/** A price in dinars. */
export const price = z
  .number()
  .min(0, 'Cena ne može biti negativna.')
  .max(MAX_PRICE_DIN)
  .refine(
    (value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6,
    'Cena ima najviše dve decimale.',
  );
export const dinars = z.number().describe('Dinars.');
export const areDistinct = (ids: readonly number[]): boolean => new Set(ids).size === ids.length;
export const REPEATED_SERVICE = says('Ista usluga se bira jednom.');

/** 0 or 1, as one literal with both values: the serializer does not support a nullable union of two literals. */
export const flag = z.literal([0, 1]).meta({ id: 'Flag', description: '1: yes, 0: no.' });

const idInQuery = <I extends Id<string>>() => pathId.transform((id) => toId<I>(id)).optional();
export const technicianInQuery = idInQuery<TechnicianId>();
export const personInQuery = idInQuery<PersonId>();
export const clientInQuery = idInQuery<UserId>();
export const appointmentInQuery = idInQuery<AppointmentId>();

export const count = z.object({ count: z.int() }).meta({ id: 'Count' });

/** The services in a request: several services, or a single service from older clients. docs/spec/behaviour.md §5.23 */
export const servicesFields = {
  service_id: serviceId.nullable().optional().describe('One service; not together with `service_ids`.'),
  service_ids: z
    .array(serviceId)
    .max(MAX_SERVICES_COUNT, { error: () => t('Najviše {max} usluga.', { max: MAX_SERVICES_COUNT }) })
    .refine(areDistinct, REPEATED_SERVICE)
    .nullable()
    .optional()
    .describe('Distinct services in any order; `[]` or null: none.'),
};
const SERVICES_KEYS = ['service_id', 'service_ids', 'services'];

/** Refuses a body that sends its services in more than one field. */
export const withOneServicesKey = <S extends z.ZodType<object>>(body: S): S =>
  body.refine((value) => SERVICES_KEYS.filter((key) => key in value).length < 2, {
    ...says('Usluge se šalju u jednom polju.'),
    path: ['service_ids'],
  });

/** The field `conflict` of the error `slot_overlaps` (docs/spec/behaviour.md §5.18). */
export const slotConflict = component('SlotConflict', 'The appointment in the way of a new one.', {
  id: appointmentId,
  name: z.string().describe("The client's or guest's name, else the label of the status."),
  start_datetime: wallTime,
  end_datetime: wallTime,
});
export const requestState = z.enum(REQUEST_STATES).meta({ id: 'RequestState' });
export const bookingRequest = component(
  'BookingRequest',
  'A booking that the salon must accept (docs/spec/behaviour.md §28.3).',
  { state: requestState, until: wallTime.describe('Until when the salon answers.') },
);
export const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .meta({ type: 'integer', minimum: min, maximum: max })
    .transform(Number)
    .refine((value) => value >= min && value <= max);

/** The query parameters of a paged list; by default the first thousand rows (docs/spec/behaviour.md §3.6). */
export const page = z.object({
  limit: queryNumber(1, LIST_MAX_COUNT).optional(),
  offset: queryNumber(0, LIST_MAX_OFFSET).optional(),
});

export const seenExample = { seen_start: '2026-11-19 10:00:00', seen_end: '2026-11-19 12:00:00' };
export const guestExample = { guest_name: 'Milica Petrović', guest_phone: '063 555 0184' };

/** A response with the token that undoes the change. docs/spec/behaviour.md §5.14 */
export const withUndo = z.object({
  undo_token: z
    .string()
    .nullable()
    .describe('For `undoChange` within 10 seconds, once; null: not requested.'),
});
export const undoRequested = z.object({
  undo: z.literal('1').optional().describe('`1`: return an `undo_token`.'),
});
