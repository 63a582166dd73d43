/** Reads calendar files (.ics): recurrences, zones, all-day events. docs/spec/behaviour.md §31.3 */
import ICAL from 'ical.js';
import type { FileVisit } from '#domain/imports/rows.ts';
import {
  addMonths,
  dateOf,
  type WallTime,
  wallTimeAt,
  wallTimeOn,
  zoneOffsetAt,
} from '#domain/wall-clock.ts';

const RECURRING_MONTHS = 12;
const MOST_OCCURRENCES = 10_000;

/** The zones that Windows names, as far as salons of this region meet them. */
const WINDOWS_ZONES: Readonly<Record<string, string>> = {
  'Central Europe Standard Time': 'Europe/Budapest',
  'Central European Standard Time': 'Europe/Warsaw',
  'W. Europe Standard Time': 'Europe/Berlin',
  'Romance Standard Time': 'Europe/Paris',
  'GMT Standard Time': 'Europe/London',
  'Greenwich Standard Time': 'Atlantic/Reykjavik',
  'E. Europe Standard Time': 'Europe/Chisinau',
  'FLE Standard Time': 'Europe/Kiev',
  'GTB Standard Time': 'Europe/Bucharest',
  'Turkey Standard Time': 'Europe/Istanbul',
  'Russian Standard Time': 'Europe/Moscow',
  'Arabian Standard Time': 'Asia/Dubai',
  'Eastern Standard Time': 'America/New_York',
  'Central Standard Time': 'America/Chicago',
  'Mountain Standard Time': 'America/Denver',
  'Pacific Standard Time': 'America/Los_Angeles',
  'AUS Eastern Standard Time': 'Australia/Sydney',
};

/** The zone that a TZID names: an IANA name, also at the end of a longer one, or a name of Windows. */
function zoneNamed(tzid: string): string | null {
  const names = [tzid, WINDOWS_ZONES[tzid], /[A-Z][A-Za-z]+\/[A-Za-z_/]+$/.exec(tzid)?.[0]];
  const isZone = (name: string) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
    } catch {
      return false; // Intl throws for an unknown zone
    }
  };
  return names.find((name) => name !== undefined && isZone(name)) ?? null;
}

const wallOf = (time: ICAL.Time): WallTime => time.toString().slice(0, 19).replace('T', ' ') as WallTime;

function instantOf(wall: WallTime, zone: string): number {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  const first = asUtc - zoneOffsetAt(asUtc, zone);
  return asUtc - zoneOffsetAt(first, zone);
}

interface Zones {
  readonly timeZone: string;
  readonly own: ReadonlyMap<string, ICAL.Timezone>;
}

/** A time in the salon's zone. `unknown`: the zone that nobody knows, in place of which the salon's counts. */
function salonTime(time: ICAL.Time, tzid: string | null, { timeZone, own }: Zones) {
  const wall = wallOf(time);
  if (time.zone === ICAL.Timezone.utcTimezone)
    return { wall: wallTimeAt(time.toUnixTime() * 1000, timeZone) };
  if (tzid === null) return { wall };
  const zone = zoneNamed(tzid);
  if (zone !== null) return { wall: wallTimeAt(instantOf(wall, zone), timeZone) };
  const described = own.get(tzid);
  if (!described) return { wall, unknown: tzid };
  const utc = time.clone();
  utc.zone = described;
  return { wall: wallTimeAt(utc.toUnixTime() * 1000, timeZone) };
}

const withoutTags = (text: string): string =>
  text
    .replace(/<br\s*\/?>/gi, '\n')
    .replace(/<[^>]+>/g, '')
    .trim();

interface Occurrence {
  readonly event: ICAL.Event;
  readonly start: ICAL.Time;
  readonly end: ICAL.Time;
}

/** The times of an event: one, or those of a recurring one within a year before and after now. */
function occurrencesOf(event: ICAL.Event, now: WallTime): Occurrence[] {
  if (!event.isRecurring()) return [{ event, start: event.startDate, end: event.endDate }];
  const from = wallTimeOn(addMonths(dateOf(now), -RECURRING_MONTHS), '00:00');
  const until = wallTimeOn(addMonths(dateOf(now), RECURRING_MONTHS), '23:59');
  const found: Occurrence[] = [];
  const times = event.iterator();
  for (let n = 0; n < MOST_OCCURRENCES; n++) {
    const next = times.next();
    if (!next || wallOf(next) > until) break;
    const { item, startDate: start, endDate: end } = event.getOccurrenceDetails(next);
    if (wallOf(start) >= from) found.push({ event: item, start, end });
  }
  return found;
}

function visitOf(
  { event, start, end }: Occurrence,
  line: number,
  series: string | null,
  zones: Zones,
): FileVisit {
  const property = event.component.getFirstProperty('dtstart');
  const tzid = property?.getFirstParameter('tzid') || null;
  const { wall, unknown } = salonTime(start, tzid, zones);
  const minutes = Math.round((end.toUnixTime() - start.toUnixTime()) / 60);
  const isCancelled = event.component.getFirstPropertyValue('status') === 'CANCELLED';
  return {
    ...{
      line,
      text: event.summary ?? '',
      name: null,
      phone: null,
      services: [],
      price: null,
      technician: null,
    },
    start: start.isDate ? null : wall,
    minutes: !start.isDate && minutes > 0 ? minutes : null,
    notes: withoutTags(event.description ?? '') || null,
    status: isCancelled ? 'CANCELLED' : 'BOOKED',
    uid: event.uid || null,
    series,
    title: event.summary?.trim() || null,
    said: [...(start.isDate ? ['Ceo dan.'] : []), ...(unknown ? [`Zona „${unknown}“ nije poznata.`] : [])],
  };
}

/** The events of a calendar file. `line` counts them from 1. */
export function visitsInCalendar(
  text: string,
  { timeZone, now }: { timeZone: string; now: WallTime },
): FileVisit[] {
  const calendar = ICAL.Component.fromString(text);
  const own = new Map(
    calendar
      .getAllSubcomponents('vtimezone')
      .map((zone) => [String(zone.getFirstPropertyValue('tzid')), new ICAL.Timezone(zone)]),
  );
  const all = calendar.getAllSubcomponents('vevent').map((component) => new ICAL.Event(component));
  const exceptions = all.filter((event) => event.isRecurrenceException());
  const events = all.filter((event) => !event.isRecurrenceException());
  for (const exception of exceptions)
    events.find((event) => event.uid === exception.uid && event.isRecurring())?.relateException(exception);
  const alone = exceptions.filter((one) => !events.some((event) => event.uid === one.uid));
  return [...events, ...alone]
    .flatMap((event) => {
      const series = event.isRecurring() ? event.uid : null;
      return occurrencesOf(event, now).map((occurrence) => ({ occurrence, series }));
    })
    .map(({ occurrence, series }, n) => visitOf(occurrence, n + 1, series, { timeZone, own }));
}
