import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Service } from '#contract/services.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { rowInTheWay, timesAt } from '#domain/appointments/room.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { type Entry, parseEntry } from '#domain/entry/entry.ts';
import { searchedName } from '#domain/entry/names.ts';
import { chosenReading } from '#domain/entry/times.ts';
import type { ServiceId, TechnicianId } from '#domain/ids.ts';
import { CLIENT_PICKER_DEBOUNCE_MS, DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { leastBooked, technicianRefusal, withTerms } from '#domain/technicians.ts';
import {
  clockOf,
  dateOf,
  minutesBetween,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { type PickedPerson, peopleQueries } from '../../lib/queries/people-queries.ts';
import { appointmentQueries, POLLED, useSalon, useServices } from '../../lib/queries/queries.ts';
import { type Technician, techniciansQuery } from '../../lib/queries/technicians.ts';
import { isTechnician } from '../../lib/session/session.ts';
import { useTechnicians } from '../../technicians/technicians.tsx';
import { useDebounced } from '../../ui/browser.ts';

/** What the owner chooses in place of what the line says. */
interface Chosen {
  /** null: somebody new. */
  person?: PickedPerson | null;
  date?: WallDate;
  start?: ShortClockTime;
  services?: readonly ServiceId[];
  technician?: TechnicianId;
}

/** The parts of the line that a choice replaces; the choice ends when they change. */
const partsOf = (entry: Entry<PickedPerson>): Record<keyof Chosen, unknown> => ({
  person: [entry.name, entry.phone],
  date: entry.date,
  start: entry.times,
  services: entry.services,
  technician: entry.technician,
});

function useChosen(entry: Entry<PickedPerson>) {
  const [choices, setChoices] = useState<{ [K in keyof Chosen]?: { value: Chosen[K]; of: string } }>({});
  const parts = partsOf(entry);
  const partOf = (part: keyof Chosen) => JSON.stringify(parts[part]);
  const kept = Object.entries(choices).filter(([part, { of }]) => of === partOf(part as keyof Chosen));
  const chosen: Chosen = Object.fromEntries(kept.map(([part, { value }]) => [part, value]));
  const choose = <K extends keyof Chosen>(part: K, value: NonNullable<Chosen[K]> | null) =>
    setChoices({ ...choices, [part]: { value, of: partOf(part) } });
  return { chosen, choose };
}

const NOBODY: readonly PickedPerson[] = [];

/** Reads the line, first without people, then with those whose names it may contain. */
function useEntry(text: string, now: WallTime) {
  const services = useServices().data;
  const technicians = useTechnicians();
  const known = useMemo(() => ({ now, services: services ?? [], technicians }), [now, services, technicians]);
  const alone = useMemo(() => parseEntry(text, { ...known, clients: NOBODY }), [text, known]);
  const asked = alone.name === null ? (alone.phone ?? '') : searchedName(alone.name);
  const q = useDebounced(asked, CLIENT_PICKER_DEBOUNCE_MS);
  const people = useQuery(peopleQueries.named(q));
  const clients = people.data ?? NOBODY;
  const entry = useMemo(() => parseEntry(text, { ...known, clients }), [text, known, clients]);
  return { entry, isSettled: q === asked && !people.isLoading, services: known.services, technicians };
}

/** Whether a line says enough of an appointment to be shown as one. */
export const isAppointment = ({ name, phone, date, times, services }: Entry<PickedPerson>): boolean =>
  (name !== null || phone !== null) && (date !== null || times.length > 0 || services.length > 0);

/** A person whose number is typed, else the first one with the name, unless the typed number is another's. */
function personOf({ people, phone }: Entry<PickedPerson>): PickedPerson | null {
  const digits = (text: string | null) => (text ?? '').replace(/\D/g, '').slice(-8);
  const [first = null] = people;
  return first?.phone && phone !== null && digits(first.phone) !== digits(phone) ? null : first;
}

interface Wanted {
  /** The technician whom the owner names. */
  named: TechnicianId | null;
  date: WallDate;
  start: ShortClockTime | null;
  minutesBy: (technician?: Technician) => number;
  services: readonly ServiceId[];
}

/** The technicians who do the services, and what each has at that time. */
function useTechniciansThen({ named, date, start, minutesBy, services }: Wanted) {
  const technicians = useTechnicians();
  const [only, other] = useQuery(techniciansQuery()).data ?? [];
  const { data: rows = [] } = useQuery({
    ...appointmentQueries.calendar({ from: date, to: date }),
    ...POLLED,
  });
  const timesBy = (technician?: Technician) =>
    start && timesAt(wallTimeOn(date, start), minutesBy(technician));
  const inTheWay = (times: Times | null, of: typeof rows) =>
    times ? rowInTheWay(times, 'BOOKED', of) : undefined;
  const then = technicians
    .filter((one) => one.id === named || technicianRefusal(one.service_ids, services) === undefined)
    .map((technician, position) => {
      const own = rows.filter(({ technician_id }) => technician_id === technician.id);
      const booked = own.filter(({ status }) => status === 'BOOKED');
      const times = timesBy(technician);
      return {
        technician,
        times,
        position,
        minutes: booked.reduce((sum, row) => sum + minutesBetween(row.start_datetime, row.end_datetime), 0),
        inTheWay: inTheWay(times, own),
      };
    });
  const times = timesBy(other ? undefined : only);
  return { then, times, inTheWay: then.length > 0 ? undefined : inTheWay(times, rows) };
}

/** The start, and the length by the terms of a technician, from the line, the services and the free times of the day. */
function useWhen(
  entry: Entry<PickedPerson>,
  chosen: Chosen,
  date: WallDate,
  services: readonly Pick<Service, 'id' | 'duration_minutes' | 'price'>[],
) {
  const { data = [] } = useQuery(appointmentQueries.calendar({ from: date, to: date }));
  const slots = data.filter(({ status }) => status === 'AVAILABLE');
  const isSplit = useSalon().data?.split_slots === 1;
  const isFree = (clock: ShortClockTime) => {
    const at = wallTimeOn(date, clock);
    return slots.some(({ start_datetime, end_datetime }) => start_datetime < at && at < end_datetime);
  };
  const starts = slots.map(({ start_datetime }) => clockOf(start_datetime));
  const offers = isSplit ? [...starts, ...entry.times.filter(isFree)] : starts;
  const start = chosen.start ?? chosenReading(entry.times, entry.isExact, offers);
  const slot = slots.find(({ start_datetime }) => clockOf(start_datetime) === start);
  const slotMinutes = slot && minutesBetween(slot.start_datetime, slot.end_datetime);
  const minutesBy = (technician?: Technician) => {
    // the price list of a technician has her terms already
    const terms = (isTechnician() ? undefined : technician?.terms) ?? [];
    const hers = minutesOfServices(services.map((service) => withTerms(service, terms)));
    return entry.minutes ?? hers ?? slotMinutes ?? DEFAULT_SLOT_MINUTES;
  };
  return { start, minutesBy };
}

/** The note. A technician books only for herself: her 'kod' is ignored, and the page says so. */
const noteOf = ({ note, unknownTechnician }: Entry<PickedPerson>): string | null =>
  isTechnician()
    ? (note ?? '')
        .split(', ')
        .filter((one) => one !== `kod ${unknownTechnician}`)
        .join(', ') || null
    : note;

/** An appointment from a typed line: what is understood, what is guessed, and what stands in the way. */
export function useQuickEntry(text: string, now: WallTime, openDay?: WallDate | null) {
  const { entry, isSettled, services: list, technicians } = useEntry(text, now);
  const { chosen, choose } = useChosen(entry);
  const date = chosen.date ?? entry.date ?? openDay ?? dateOf(now);
  const ids = chosen.services ?? entry.services;
  const services = ids.flatMap((id) => list.find((one) => one.id === id) ?? []);
  const { start, minutesBy } = useWhen(entry, chosen, date, services);
  const named = chosen.technician ?? entry.technician;
  const { then, times, inTheWay } = useTechniciansThen({ named, date, start, minutesBy, services: ids });
  const least = leastBooked(then.filter((one) => !one.inTheWay)) ?? then[0];
  const by = named === null ? least : then.find(({ technician }) => technician.id === named);
  const person = chosen.person === undefined ? personOf(entry) : chosen.person;
  return {
    ...{
      entry,
      isSettled,
      list,
      technicians,
      chosen,
      choose,
      date,
      start,
      times: by ? by.times : times,
      services,
      person,
      then,
      now,
    },
    /** The name of somebody new. */
    newName: entry.name,
    technician: by?.technician ?? null,
    inTheWay: by ? by.inTheWay : inTheWay,
    isForOther: isTechnician() && entry.unknownTechnician !== null,
    note: noteOf(entry),
    isComplete: start !== null && (person !== null || entry.name !== null || entry.phone !== null),
  };
}

export type QuickEntryState = ReturnType<typeof useQuickEntry>;
