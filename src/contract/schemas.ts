import { z } from 'zod';
import { isPhone, PHONE_CHARACTERS_REFUSED, PHONE_REFUSED } from '#domain/clients/is-phone.ts';
import {
  type AbsenceId,
  type AdminNotificationId,
  type AppointmentId,
  type ClientNotificationId,
  type Id,
  type ServiceId,
  type TemplateId,
  toId,
  type UserId,
  type WaitId,
} from '#domain/ids.ts';
import {
  CITY_MAX_CHARACTERS,
  charactersIn,
  EMAIL_MAX_CHARACTERS,
  LIST_MAX_COUNT,
  LIST_MAX_OFFSET,
  MAX_PRICE_DIN,
  NAME_MAX_CHARACTERS,
  PHONE_MAX_CHARACTERS,
  PHONE_PATTERN,
} from '#domain/limits.ts';
import { isClockTime, isWallDate, isWallTime } from '#domain/wall-clock.ts';

/**
 * The shapes that every feature's input is made of: lengths, patterns and what is refused (docs/spec/behaviour.md §2.1 and §3.3).
 */

const MAX_ID = 2 ** 31 - 1;
// biome's rule against control characters in patterns is about typos; here they are the point, so the pattern is built from codes
const range = (from: number, to: number) => `${String.fromCharCode(from)}-${String.fromCharCode(to)}`;
const CONTROL = new RegExp(`[${range(0, 31)}${range(127, 159)}]`);
const CONTROL_BUT_BREAKS = new RegExp(`[${range(0, 8)}${range(11, 12)}${range(14, 31)}${range(127, 159)}]`);
const LONE_SURROGATE = /\p{Surrogate}/u;
const FORBIDDEN_CHARACTER = 'Tekst sadrži nedozvoljene znakove.';

const clean = (pattern: RegExp) => (text: string) => !pattern.test(text) && !LONE_SURROGATE.test(text);
/** Ends the checks: a pattern with groups would overflow the stack on a text of megabytes. */
const atMost = (max: number) =>
  [(text: string) => charactersIn(text) <= max, { error: `Najviše ${max} karaktera.`, abort: true }] as const;

/** What JSON Schema can't see in a check that is a function, and names of shapes: for the OpenAPI description alone. */
export interface ShapeNote {
  readonly id?: string;
  readonly description?: string;
  readonly type?: 'integer';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly examples?: readonly unknown[];
}
export const shapeNotes = z.registry<ShapeNote>();

/** One line of text, trimmed, at most `max` characters (not bytes), no control characters. May be empty. */
export const line = (max: number) =>
  z
    .string()
    .trim()
    .register(shapeNotes, { maxLength: max })
    .refine(clean(CONTROL), FORBIDDEN_CHARACTER)
    .refine(...atMost(max));

/** Text of several lines: line breaks and tabs are welcome (notes, reasons). */
export const prose = (max: number) =>
  z
    .string()
    .trim()
    .register(shapeNotes, { maxLength: max })
    .refine(clean(CONTROL_BUT_BREAKS), FORBIDDEN_CHARACTER)
    .refine(...atMost(max));

/** Optional text that is stored as `null` when it is blank. */
export const orNull = <T extends z.ZodType<string>>(text: T) =>
  z.preprocess((value) => (typeof value === 'string' && value.trim() === '' ? null : value), text.nullable());

/** A password travels as typed: never trimmed. A longer one than this is refused before it is hashed. */
export const PASSWORD_MAX_CHARACTERS = 200;
export const password = z
  .string()
  .register(shapeNotes, { maxLength: PASSWORD_MAX_CHARACTERS })
  .refine(...atMost(PASSWORD_MAX_CHARACTERS));

export const name = line(NAME_MAX_CHARACTERS);
export const requiredName = name.refine((text) => text.length > 0, 'Unesite ime.');
export const city = line(CITY_MAX_CHARACTERS);
/** Any part of a phone number, as it is searched for. */
export const phonePart = line(PHONE_MAX_CHARACTERS).refine(
  (text) => PHONE_PATTERN.test(text),
  PHONE_CHARACTERS_REFUSED,
);
/** A whole one, or none. docs/spec/behaviour.md §3.3 */
export const phone = phonePart.refine((text) => text === '' || isPhone(text), PHONE_REFUSED);
const EMAIL = /^[^\s@,;<>()[\]\\"]+@[^\s@.,;<>()[\]\\"]+(\.[^\s@.,;<>()[\]\\"]+)+$/;
const ASCII = /^[ -~]*$/;
/**
 * Full-width and other compatibility letters are the plain ones; what is still no ASCII after that (invisible characters, a dotless
 * i, letters of another script) only looks like an address of somebody else's account. docs/spec/behaviour.md §6.4
 */
export const email = line(EMAIL_MAX_CHARACTERS)
  .overwrite((text) => text.normalize('NFKC').trim())
  .refine((text) => ASCII.test(text), 'Email adresa nije ispravna.')
  .refine((text) => text === '' || EMAIL.test(text), 'Email adresa nije ispravna.');

/** An id: a plain number going in, the id of that kind of row coming out. */
const idOf = <I extends Id<string>>() =>
  z.int().min(1).max(MAX_ID) as z.ZodType<unknown, number> as z.ZodType<I, number>;
export const userId = idOf<UserId>();
export const appointmentId = idOf<AppointmentId>();
export const serviceId = idOf<ServiceId>();
export const templateId = idOf<TemplateId>();
export const absenceId = idOf<AbsenceId>();
export const adminNotificationId = idOf<AdminNotificationId>();
export const clientNotificationId = idOf<ClientNotificationId>();
export const waitId = idOf<WaitId>();

/** An id in a path: digits only, no sign, no leading zero. */
const pathId = z
  .string()
  .regex(/^[1-9]\d{0,9}$/)
  .register(shapeNotes, { type: 'integer', minimum: 1, maximum: MAX_ID })
  .transform(Number)
  .refine((value) => value <= MAX_ID);
export const idParams = <I extends Id<string>>() =>
  z.object({ id: pathId.transform((value) => toId<I>(value)) });

/** zod forgets what a predicate proves: the text stays a plain string going in, and is the domain's type coming out. */
const provenText = <T extends string>(isProven: (text: string) => text is T, message: string) =>
  z.string().refine(isProven, message) as z.ZodType<unknown, string> as z.ZodType<T, string>;

/** `YYYY-MM-DD HH:mm:ss`, the salon's wall clock, a day that exists. */
export const wallTime = provenText(isWallTime, 'Datum i vreme nisu ispravni.');
/** `YYYY-MM-DD`. */
export const wallDate = provenText(isWallDate, 'Datum nije ispravan.');
/** `HH:mm:ss`. */
export const clockTime = provenText(isClockTime, 'Vreme nije ispravno.');
/** The days from `from` to `to`, both included. */
export const period = z.object({ from: wallDate, to: wallDate });
/** Dinars. */
export const price = z
  .number()
  .min(0, 'Cena ne može biti negativna.')
  .max(MAX_PRICE_DIN)
  .refine(
    (value) => Math.abs(Math.round(value * 100) - value * 100) < 1e-6,
    'Cena ima najviše dve decimale.',
  );
/** 1 or 0. One literal of two values: what writes the response knows no `nullable` of a union. */
export const flag = z.literal([0, 1]);

export const count = z.object({ count: z.int() });
/** A whole number in a query: `limit`, `offset`, `weeks`, `days`. */
export const queryNumber = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,6}$/)
    .register(shapeNotes, { type: 'integer', minimum: min, maximum: max })
    .transform(Number)
    .refine((value) => value >= min && value <= max);
/** Which part of a list; left out: the first thousand rows (docs/spec/behaviour.md §3.6). */
export const page = z.object({
  limit: queryNumber(1, LIST_MAX_COUNT).optional(),
  offset: queryNumber(0, LIST_MAX_OFFSET).optional(),
});
export const noContent = z.undefined();
