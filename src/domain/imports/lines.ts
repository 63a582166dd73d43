/** Appointments from pasted lines and from titles of calendars, both read as quick entry reads a line. docs/spec/behaviour.md §31.4 */
import type { AppointmentStatus } from '../appointments/appointments.ts';
import { minutesOfServices } from '../appointments/lines.ts';
import { rowInTheWay } from '../appointments/room.ts';
import type { TimesOfTechnician } from '../appointments/slots.ts';
import { phoneNumber } from '../clients/phone.ts';
import { seriesStarts } from '../clients/series.ts';
import { type Entry, type Known, parseEntry } from '../entry/entry.ts';
import { stemOf, wordsIn } from '../entry/names.ts';
import type { EntryPerson } from '../entry/people.ts';
import { chosenReading } from '../entry/times.ts';
import type { PersonId, ServiceId, TechnicianId } from '../ids.ts';
import { DEFAULT_SLOT_MINUTES } from '../limits.ts';
import {
  type Colleague,
  leastBooked,
  OWNERS_TECHNICIAN,
  type Term,
  technicianRefusal,
  withTerms,
} from '../technicians.ts';
import { dateOf, daysBetween, minutesBetween, type WallDate, wallTimeOn, yearsFrom } from '../wall-clock.ts';
import { roundedTimes, technicianNamed } from './appointments.ts';
import { type FileVisit, noteOf } from './rows.ts';

/** A person of the salon, as lines name her. */
export interface LinePerson extends EntryPerson {
  readonly id: PersonId;
}

/** A row to import: of a file, or of a line. */
export interface VisitToImport extends FileVisit {
  /** The known person of a line; null: the server chooses by the words. */
  readonly person_id: PersonId | null;
  /** What must be answered before the row can be imported. */
  readonly question: string | null;
}

/** Finds the people whose names may stand in a text, so that a line is not compared with thousands. */
export function peopleIndex<P extends LinePerson>(people: readonly P[]): (text: string) => P[] {
  const byStem = new Map<string, P[]>();
  for (const person of people)
    for (const stem of new Set(wordsIn(person.name).map(stemOf))) {
      const found = byStem.get(stem);
      if (found) found.push(person);
      else byStem.set(stem, [person]);
    }
  return (text) => [...new Set(wordsIn(text).flatMap((word) => byStem.get(stemOf(word)) ?? []))];
}

type Reading<P extends LinePerson> = Omit<Known<P>, 'clients'> & { readonly peopleIn: (text: string) => P[] };

const PASSED_DAYS = 60;

/** Whether a day without a year that was moved to the next year passed lately: then the year is asked. */
const isYearOpen = (text: string, date: WallDate, today: WallDate): boolean => {
  const passed = yearsFrom(date, -1);
  return passed < today && daysBetween(passed, today) <= PASSED_DAYS && !/20\d\d|\d\.\d\d?\.\d\d/.test(text);
};

/** The known person of a line: the one with the typed number, else the only one with the name whose number is not another. */
function chosenPerson<P extends LinePerson>({ people, phone, name }: Entry<P>) {
  const number = phoneNumber(phone);
  const same = people.find((one) => number !== null && phoneNumber(one.phone) === number);
  const [one, other] = number === null ? people : people.filter((person) => !person.phone);
  const isUnclear = number === null && other !== undefined;
  const person = same ?? (other ? null : (one ?? null));
  return { person, question: isUnclear ? `Koja ${name}? Dopišite prezime.` : null };
}

function partsOf<P extends LinePerson>(entry: Entry<P>, { services, technicians }: Reading<P>) {
  const technician = technicians.find(({ id }) => id === entry.technician)?.name;
  return {
    services: entry.services.flatMap((id) => services.find((one) => one.id === id)?.name ?? []),
    technician: technician ?? entry.unknownTechnician,
    notes:
      entry.note
        ?.split(', ')
        .filter((one) => one !== `kod ${entry.unknownTechnician}`)
        .join(', ') || null,
  };
}

/** The appointments of a pasted line; several of a series. */
export function visitsOfLine<P extends LinePerson>(
  text: string,
  line: number,
  reading: Reading<P>,
): VisitToImport[] {
  const entry = parseEntry(text, { ...reading, clients: reading.peopleIn(text) });
  const { date, times, isExact, minutes, phone, series } = entry;
  const { person, question } = chosenPerson(entry);
  const clock = chosenReading(times, isExact, []);
  const isOpen = date !== null && isYearOpen(text, date, dateOf(reading.now));
  const visit = {
    ...{ line, text, phone, minutes, price: null, status: 'BOOKED' as const, uid: null, title: null },
    ...partsOf(entry, reading),
    name: person?.name ?? entry.name ?? (phone ? 'Gost' : null),
    start: date && clock && !isOpen ? wallTimeOn(date, clock) : null,
    series: null,
    said: entry.otherWeekday === null ? [] : ['Proverite dan.'],
    person_id: person?.id ?? null,
    question: isOpen ? 'dopišite godinu' : question,
  };
  if (series === null || visit.start === null) return [visit];
  if (series.count === null) return [{ ...visit, question: 'dopišite koliko puta' }];
  return seriesStarts(visit.start, series.every_weeks, series.count).map((start) => ({
    ...visit,
    start,
    series: `${line} ${text}`,
  }));
}

/** An appointment of a file whose title is read like a line: it loses service, number and technician, the rest is the name. */
export function titledVisit<P extends LinePerson>(visit: FileVisit, reading: Reading<P>): VisitToImport {
  const { title } = visit;
  const noted = (typed: string | null) => {
    const { notes, said } = noteOf([typed, visit.notes]);
    return { notes: notes || null, said: [...visit.said, ...said] };
  };
  if (title === null) return { ...visit, ...noted(null), person_id: null, question: null };
  const entry = parseEntry(title, { ...reading, clients: reading.peopleIn(title) });
  const parts = partsOf(entry, reading);
  const { person } = chosenPerson(entry);
  return {
    ...visit,
    ...{ person_id: visit.name === null ? (person?.id ?? null) : null, question: null },
    name: visit.name ?? person?.name ?? entry.name ?? title,
    phone: visit.phone ?? entry.phone,
    services: visit.services.length > 0 ? visit.services : parts.services,
    technician: visit.technician ?? parts.technician,
    ...noted(parts.notes),
  };
}

/** The technician whom the owner names for one that the salon does not know; unanswered, number 1. */
export const answeredTechnician = <One extends { readonly id: TechnicianId }>(
  name: string,
  answers: Readonly<Record<string, string>>,
  technicians: readonly One[],
): One | undefined =>
  technicians.find(({ id }) => String(id) === (answers[name] ?? String(OWNERS_TECHNICIAN)));

interface Booked extends TimesOfTechnician {
  readonly status: AppointmentStatus;
}
interface Listed {
  readonly id: ServiceId;
  readonly name: string;
  readonly duration_minutes: number | null;
  readonly price: number;
}
interface Technician extends Colleague {
  readonly terms?: readonly Term[] | undefined;
}

interface Salon {
  readonly technicians: readonly Technician[];
  readonly services: readonly Listed[];
  /** The appointments of these days. */
  readonly rows: readonly Booked[];
}

/** Gives lines without a technician to whoever is free for as long as she needs, fewest booked minutes first; earlier lines count. */
export function withTechnicians(
  visits: readonly VisitToImport[],
  { technicians, services, rows }: Salon,
): VisitToImport[] {
  const taken: Booked[] = [...rows];
  return visits.map((visit) => {
    const { start, minutes } = visit;
    if (!start || technicians.length < 2) return visit;
    const asked = services.filter(({ name }) => visit.services.includes(name));
    const ids = asked.map(({ id }) => id);
    const timesBy = ({ terms = [] }: Technician) => {
      const hers = minutesOfServices(asked.map((service) => withTerms(service, terms)));
      return roundedTimes(start, minutes ?? hers ?? DEFAULT_SLOT_MINUTES);
    };
    const of = (id: TechnicianId) =>
      taken.filter((row) => row.technician_id === id && dateOf(row.start_datetime) === dateOf(start));
    const booked = (id: TechnicianId) =>
      of(id)
        .filter(({ status }) => status === 'BOOKED')
        .reduce((sum, row) => sum + minutesBetween(row.start_datetime, row.end_datetime), 0);
    const able = technicians
      .map((technician, position) => ({ technician, position, minutes: booked(technician.id) }))
      .filter(({ technician }) => !technicianRefusal(technician.service_ids, ids));
    const free = able.filter(
      ({ technician }) => !rowInTheWay(timesBy(technician), 'BOOKED', of(technician.id)),
    );
    const chosen =
      visit.technician === null
        ? (leastBooked(free) ?? able[0])?.technician
        : technicianNamed(visit.technician, technicians);
    if (!chosen) return visit;
    taken.push({ ...timesBy(chosen), technician_id: chosen.id, status: 'BOOKED' });
    return visit.technician === null ? { ...visit, technician: chosen.name } : visit;
  });
}
