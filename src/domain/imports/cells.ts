/** Reads the cells of a file: phones, days, times, lengths, prices. docs/spec/behaviour.md §31.3 */
import { readPhone } from '../clients/contact.ts';
import { isPhone } from '../clients/is-phone.ts';
import { MAX_PRICE_DIN } from '../limits.ts';
import { foldSearch } from '../search.ts';
import {
  isClockTime,
  isWallDate,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  wallDateOf,
  wallTimeAt,
  wallTimeOn,
} from '../wall-clock.ts';
import type { ImportedStatus } from './appointments.ts';
import type { DateOrder } from './fields.ts';

/** A phone that a spreadsheet has rounded: '6,41E+08'. */
const ROUNDED = /^\d(?:[.,]\d+)?E\+?\d+$/i;
/** Between two numbers; a slash inside a number is none. */
const BETWEEN =
  /:::|[;,|\n]|\s\/\s|\/(?=\s*(?:\+|00))|(?<=\d{6})\/(?=0\d{2})|\s(?:i|ili|and|or|oder|ou|und|et)\s/i;
const PHONE_IN = /(?:\+|\(|\d)[\d\s().\-/\u2010-\u2015]*\d/;

/** The phones of a cell, and what is none. A cell may hold several, with words around them. */
export function phonesIn(cell: string): {
  readonly phones: readonly string[];
  readonly dropped: readonly string[];
} {
  const text = cell
    .trim()
    .replace(/^="?(.*?)"?$/, '$1')
    .replace(/^(\d+)\.0$/, '$1');
  if (/^[-–—./]*$/.test(text)) return { phones: [], dropped: [] };
  if (ROUNDED.test(text)) return { phones: [], dropped: [text] };
  const parts = text.split(BETWEEN).flatMap((part) => part.trim() || []);
  const read = parts.map((part) => readPhone(PHONE_IN.exec(part)?.[0] ?? ''));
  return {
    phones: [...new Set(read.filter(isPhone))],
    dropped: parts.filter((_, n) => !isPhone(read[n] ?? '')),
  };
}

/** The beginnings of the months' names in six languages. */
const MONTHS = [
  ...[
    'jan|sij|янв|gen',
    'feb|fev|velj',
    'mar|ozu',
    'apr|avr|tra',
    'maj|may|mai|mag|svi|мая|май',
    'jun|juin|giu|lip|июн',
  ],
  ...[
    'jul|juil|lug|srp|июл',
    'aug|avg|aou|ago|kol',
    'sep|set|sen|ruj',
    'okt|oct|ott|lis',
    'nov|stu|ноя',
    'dec|dez|dek|dic|pro',
  ],
].map((names) => new RegExp(`^(?:${foldSearch(names)})`));

const dateOrNull = (year: number, month: number, day: number): WallDate | null => {
  const date = wallDateOf(year < 100 ? 2000 + year : year, month, day);
  return isWallDate(date) ? date : null;
};

const ISO = /(?<!\d)(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/;
const NUMERIC = /(?<!\d)(\d{1,2})\s?([./-])\s?(\d{1,2})\s?\2\s?(\d{4}|\d{2})(?![\d:])/;
const DAY_MONTH = /(?<!\d)(\d{1,2})[.\s-]{0,2}\s*(\p{L}{3,})[.,]?[\s-]*(\d{4})/u;
const MONTH_DAY = /(\p{L}{3,})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})/u;

/** Whether day or month stands first, by the whole column; null: it does not show. */
export function dateOrderOf(cells: readonly string[]): DateOrder | null {
  const numeric = cells.flatMap((cell) => (ISO.test(cell) ? [] : [NUMERIC.exec(cell) ?? []]));
  const has = (group: number) => numeric.some((found) => Number(found[group]) > 12);
  if (has(1)) return 'dmy';
  if (has(3)) return 'mdy';
  const isWritten = numeric.every(([, , separator]) => separator === undefined || separator === '.');
  return isWritten ? 'dmy' : null;
}

/** The day in a cell. */
export function dateIn(cell: string, order: DateOrder): WallDate | null {
  const [, year, month, day] = (ISO.exec(cell) ?? []).map(Number);
  if (year) return dateOrNull(year, month ?? 0, day ?? 0);
  const [, first = 0, , second = 0, last = 0] = (NUMERIC.exec(cell) ?? []).map(Number);
  if (first) return order === 'dmy' ? dateOrNull(last, second, first) : dateOrNull(last, first, second);
  const written = DAY_MONTH.exec(cell);
  const english = MONTH_DAY.exec(cell);
  const named = written?.[2] ?? english?.[1];
  const number = MONTHS.findIndex((stems) => stems.test(foldSearch(named ?? ''))) + 1;
  if (number === 0) return null;
  return dateOrNull(Number((written ?? english)?.[3]), number, Number(written?.[1] ?? english?.[2]));
}

const CLOCK =
  /(?<![\d.:/-])(\d{1,2})(?:[:.h](\d{2}))?(?::\d{2}(?:\.\d+)?)?\s*(h|a\.?m\.?|p\.?m\.?|ч|uhr|sati?)?(?![\d.:/-]*\d)/giu;

/** The times of day in a cell without a day: '10:00', '2 PM', '10.30 - 12h'. */
export function clocksIn(cell: string): ShortClockTime[] {
  return [...cell.matchAll(CLOCK)].flatMap(([, hour = '', minute, unit = '']) => {
    const isAfternoon = /^p/i.test(unit);
    const isMorning = /^a/i.test(unit);
    const hours = isAfternoon || isMorning ? (Number(hour) % 12) + (isAfternoon ? 12 : 0) : Number(hour);
    const clock = `${String(hours).padStart(2, '0')}:${minute ?? '00'}`;
    return isClockTime(`${clock}:00`) ? [clock as ShortClockTime] : [];
  });
}

const withoutDate = (cell: string): string =>
  [ISO, NUMERIC, DAY_MONTH, MONTH_DAY].reduce((text, pattern) => text.replace(pattern, ' '), cell);

const INSTANT = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** The start of an appointment: a day and a time, in one cell or in two. */
export function startIn(date: string, time: string, order: DateOrder, timeZone: string): WallTime | null {
  const text = date.trim();
  if (INSTANT.test(text)) return wallTimeAt(Date.parse(text), timeZone);
  const day = dateIn(text, order);
  const own = withoutDate(text).replace(/^T/, '');
  const [clock] = clocksIn(time.trim() === '' ? own : dateIn(time, order) ? withoutDate(time) : time);
  return day && clock ? wallTimeOn(day, clock) : null;
}

/** The end of an appointment on the same day. */
export function endIn(cell: string, start: WallTime, order: DateOrder, timeZone: string): WallTime | null {
  const text = cell.trim();
  if (INSTANT.test(text)) return wallTimeAt(Date.parse(text), timeZone);
  const [clock] = clocksIn(withoutDate(text).replace(/^T/, ''));
  return clock ? wallTimeOn(dateIn(text, order) ?? (start.slice(0, 10) as WallDate), clock) : null;
}

/** A length in minutes: '90', '1:30', '1 h 30 min', 'PT1H30M'. */
export function minutesIn(cell: string): number | null {
  const text = foldSearch(cell);
  const clock = /^(\d{1,2}):(\d{2})(?::\d{2})?$/.exec(text);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]) || null;
  const hours = /(\d+(?:[.,]\d+)?)\s*(?:h|sat|std|ч|ore?\b)/.exec(text)?.[1];
  const minutes = /(\d+)\s*(?:m|мин)/.exec(text)?.[1];
  if (hours || minutes)
    return Math.round(Number((hours ?? '0').replace(',', '.')) * 60) + Number(minutes ?? 0) || null;
  return /^\d+(?:[.,]0+)?$/.test(text) ? Number.parseInt(text, 10) || null : null;
}

/** A price: '1.500,00 RSD', '1,500.00', '€ 25'. */
export function priceIn(cell: string): number | null {
  const digits = /\d[\d\s.,'\u00a0]*/.exec(cell)?.[0].replace(/[\s'\u00a0]/g, '') ?? '';
  if (digits === '') return null;
  const decimals = /[.,](\d{1,2})$/.exec(digits)?.[1] ?? '';
  const whole = digits
    .slice(0, digits.length - (decimals === '' ? 0 : decimals.length + 1))
    .replace(/\D/g, '');
  const price = Number(`${whole}.${decimals || '0'}`);
  return price <= MAX_PRICE_DIN ? price : null;
}

const CANCELLED = /cancel|otkaz|storn|annul|отмен|otmen|rescheduled|declined|deleted|odbij/;
const MISSED =
  /no.?show|missed|nije dos|propust|nicht erschienen|non presentat|absent|не приш|ne pris|didn.?t come/;

/** What became of the appointment; most words say that it is booked. */
export function statusIn(cell: string): ImportedStatus {
  const text = foldSearch(cell);
  if (MISSED.test(text)) return 'MISSED';
  return CANCELLED.test(text) ? 'CANCELLED' : 'BOOKED';
}

/** Whether a cell says yes: 'TRUE', 'da', '1'. */
export const isYes = (cell: string): boolean => /^(?:true|yes|da|1|x|ja|oui|si|да)$/i.test(foldSearch(cell));
