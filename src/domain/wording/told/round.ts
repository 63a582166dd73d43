// The round of a day in words. docs/spec/behaviour.md §29.5
import { addDays, clockOf, type WallDate, type WallTime, weekdayOf } from '../../wall-clock.ts';
import { APPOINTMENTS, CONFIRMED } from '../counted-words.ts';
import { capital, dayName, onWeekday } from '../dates.ts';
import { counted } from '../numbers.ts';

/** A booking of the round, as far as it decides whom to tell. */
export interface RoundPerson {
  readonly start_datetime: WallTime;
  readonly confirmed_at: WallTime | null;
  readonly reached: readonly unknown[];
  readonly will: object | null;
}

/** True if somebody or Lunula wrote to her, also about a delay, or called. */
export const wasReached = ({ reached }: Pick<RoundPerson, 'reached'>): boolean => reached.length > 0;

/** True if nobody has told the person of her appointment and nothing will: she has not confirmed either. */
export const isWithoutMessage = (person: RoundPerson, now: WallTime): boolean =>
  !wasReached(person) && person.confirmed_at === null && person.will === null && person.start_datetime > now;

/** The name of the day: 'Danas', 'Sutra', 'U ponedeljak'. */
export function roundDay(day: WallDate, today: WallDate): string {
  if (day === today) return 'Danas';
  return day === addDays(today, 1) ? 'Sutra' : capital(onWeekday(day));
}

/** The title of the sheet: 'Sutra, sreda', 'U ponedeljak'. */
export function roundTitle(day: WallDate, today: WallDate): string {
  const name = roundDay(day, today);
  return name.startsWith('U ') ? name : `${name}, ${dayName(weekdayOf(day))}`;
}

/** The counts: '8 termina, 3 potvrđena, 3 bez poruke'; 'svima javljeno' if nobody is without a message. */
export function roundCounts(people: readonly RoundPerson[], now: WallTime): string {
  const confirmed = people.filter(({ confirmed_at }) => confirmed_at !== null).length;
  const left = people.filter((person) => isWithoutMessage(person, now)).length;
  const told = left > 0 ? `${left} bez poruke` : 'svima javljeno';
  return [counted(people.length, APPOINTMENTS), confirmed > 0 && counted(confirmed, CONFIRMED), told]
    .filter(Boolean)
    .join(', ');
}

const CHANNELS = {
  PUSH: 'obaveštenje',
  MAIL: 'mejl',
  SMS: 'SMS',
  VIBER: 'Viber',
  WHATSAPP: 'WhatsApp',
  CALL: 'poziv',
} as const;

export const channelName = (channel: keyof typeof CHANNELS): string => CHANNELS[channel];

/** How she was told: 'Viber u 12:51, javila Sanja'. */
export const reachedInWords = (message: {
  readonly channel: keyof typeof CHANNELS;
  readonly at: WallTime;
  readonly by: string | null;
}): string =>
  [`${channelName(message.channel)} u ${clockOf(message.at)}`, message.by && `javila ${message.by}`]
    .filter(Boolean)
    .join(', ');
