import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FreeSlot, SalonAppointment } from '#contract/appointments.ts';
import type { SlotConflict } from '#contract/errors.ts';
import type { RequestBody } from '#contract/index.ts';
import { textOfOwnerError } from '#contract/owner-page-errors.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { newAppointment } from '#domain/appointments/edit.ts';
import { roomOn, rowInTheWay } from '#domain/appointments/room.ts';
import type { ServiceMinutes } from '#domain/appointments/service-fit.ts';
import { overlaps, type Times } from '#domain/appointments/slots.ts';
import { firstFreeDay, type StripDay, stripDays, stripOf } from '#domain/booking.ts';
import {
  clockOf,
  dateOf,
  isShortClockTime,
  isWallDate,
  minutesBetween,
  type WallTime,
} from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { request } from '../../lib/api.ts';
import { useFreeSlots } from '../../lib/appointment/free-slots.ts';
import { useServiceFault } from '../../lib/appointment/service-fault.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../../lib/appointment/slot-errors.ts';
import { errorCode } from '../../lib/errors.ts';
import { useParsedForm } from '../../lib/forms/submit-form.ts';
import { clientQueries } from '../../lib/queries/admin-queries.ts';
import {
  absenceQueries,
  appointmentQueries,
  POLLED,
  useSalon,
  useServices,
} from '../../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { SAVING_FALLBACK } from '../edit-errors.ts';
import type { PickedClient } from '../new-client-dialog.tsx';
import { firstTimes, type NewValues, type Resolved, resolved } from './new-values.ts';
import type { NewAppointmentPreset } from './preset.ts';

const NO_ROWS: readonly SalonAppointment[] = [];
const ANY_DAY = '2000-01-01';

/** What stands on a day; nothing while that is not known. */
function useDayRows(date: string) {
  const isDay = isWallDate(date);
  const day = isDay ? date : ANY_DAY;
  const { data, refetch } = useQuery({
    ...appointmentQueries.calendar({ from: day, to: day }),
    ...POLLED,
    enabled: isDay,
  });
  return { rows: data ?? NO_ROWS, refetch };
}

/** The client and their details, and the price list: what the form knows before anything is typed. */
function useKnown(client: PickedClient | null) {
  const details = useQuery({ ...clientQueries.one(client?.id ?? 0), enabled: client !== null });
  const services = useServices();
  const list = services.data ?? [];
  const usual = client ? (details.data?.usual_service_id ?? null) : null;
  const serviceOf = (id: number | null) => list.find((one) => one.id === id) ?? null;
  return {
    details,
    services,
    serviceOf,
    usualServiceId: serviceOf(usual)?.id ?? null,
    minutesOf: (id: number | null) => serviceOf(id)?.duration_minutes ?? null,
  };
}

type FreeDay = StripDay<FreeSlot>;

/** The next days with their free times that are long enough, whole or joined; a day that is not shown otherwise can be added. */
function useFreeDays(minutes: ServiceMinutes, now: WallTime) {
  const { data: salon } = useSalon();
  const dates = stripDays(dateOf(now), salon?.booking_days);
  const [from = dateOf(now)] = dates;
  const { query, slots } = useFreeSlots({ from, to: dates.at(-1) ?? from });
  const absences = useQuery(absenceQueries.own()).data ?? [];
  const rules = { minutes, joins: salon?.join_slots !== 0 };
  const days: readonly FreeDay[] = stripOf(dates, slots, absences, rules).map((day) => ({
    ...day,
    offers: day.offers.filter(({ isTooShort }) => !isTooShort),
  }));
  return { query, days, first: firstFreeDay(days) ?? from, absences };
}

export type Created = SalonAppointment & { undo_token: string | null };

/** Who or what has the time, and until when. */
export type InTheWay = Pick<SlotConflict, 'name' | 'start_datetime' | 'end_datetime'>;

export const NOBODY = { who: '', client_id: '', guest_name: '', guest_phone: '' } as const;

type Person = NonNullable<NewAppointmentPreset['person']>;
const isClient = (person: Person | undefined): person is PickedClient =>
  person !== undefined && 'id' in person;

function personValues(person: Person | undefined) {
  if (!person) return NOBODY;
  if (isClient(person)) return { ...NOBODY, who: 'client', client_id: String(person.id) } as const;
  return { ...NOBODY, who: 'guest', ...person } as const;
}

const firstValues = (preset: NewAppointmentPreset, now: WallTime): NewValues => ({
  ...personValues(preset.person),
  ...firstTimes(preset, now),
  service_id: preset.serviceId ? String(preset.serviceId) : '',
  status: '',
  notes: '',
  hasOwnNotes: '',
});

const inWords = (row: SalonAppointment): InTheWay => ({
  start_datetime: row.start_datetime,
  end_datetime: row.end_datetime,
  name: row.status === 'BOOKED' ? personOf(row) : STATUS_LABELS[row.status],
});

const SLOT_MISSING = 'Izaberite termin pre nastavka.';

/** What is wrong with a time that has no fields is said for the whole form. */
function placed(errors: FormErrors, when: NewValues['when']): FormErrors {
  const [first] = Object.values(errors.fields ?? {});
  return when === 'other' || typeof first !== 'string' ? errors : { text: first };
}

function refusalOf(row: Resolved, when: NewValues['when'], now: WallTime): FormErrors | null {
  const { times } = row;
  if (times === null) return when === 'free' ? { text: SLOT_MISSING } : (blankTimes(row) ?? {});
  const outcome = newAppointment({ ...row, ...times }, dateOf(now));
  if (typeof outcome !== 'string') return null;
  if (outcome === 'booked_needs_person') return { fields: { client_id: textOfOwnerError(outcome) } };
  return placed(slotRuleErrors(outcome, row.start), when);
}

function bodyOf(row: Resolved, times: Times): RequestBody<'POST /appointments'> {
  const { client_id, guest_name, guest_phone, service_id, status, notes } = row;
  const duration_minutes = minutesBetween(times.start_datetime, times.end_datetime);
  const { start_datetime } = times;
  const person = { client_id, guest_name, guest_phone, service_id };
  return { start_datetime, duration_minutes, status, ...person, notes: notes.trim() || null };
}

/** The time at its field: with whom it collides stands under it. */
const TAKEN: FormErrors = { fields: { start: true } };

/** The day of the free times, and the chosen one of them while it is still offered. */
function chosenOffer(values: NewValues, days: readonly FreeDay[]) {
  const day = days.find(({ date }) => date === values.date);
  return day?.offers.find(({ start_datetime }) => clockOf(start_datetime) === values.start);
}

/** The values as they are meant now: a day of which no times are shown has its fields. */
function shown(values: NewValues, days: readonly FreeDay[], first: string): NewValues {
  const date = values.date || (values.when === 'free' ? first : '');
  const isListed = days.some((day) => day.date === date);
  const when = values.when === 'free' && !isListed ? 'other' : values.when;
  const shownValues = { ...values, date, when };
  const isGone = when === 'free' && !chosenOffer(shownValues, days);
  return isGone ? { ...shownValues, start: '' } : shownValues;
}

/** A refusal with what is in the way: only this form reads it, so the pages' own request does not carry it. */
class TakenError extends Error {
  readonly conflict: SlotConflict | null;

  constructor(conflict: SlotConflict | null, cause: unknown) {
    super('The time is taken', { cause });
    this.name = 'TakenError';
    this.conflict = conflict;
  }
}

const CONFLICT = 409;

async function create(body: RequestBody<'POST /appointments'>): Promise<Created> {
  let conflict: SlotConflict | null = null;
  const reading: typeof fetch = async (...sent) => {
    const response = await fetch(...sent);
    if (response.status === CONFLICT) ({ conflict } = await response.clone().json());
    return response;
  };
  try {
    return await request('POST /appointments', { query: { undo: '1' }, body }, reading);
  } catch (error) {
    throw errorCode(error) === 'slot_overlaps' ? new TakenError(conflict, error) : error;
  }
}

export interface NewAppointmentOptions {
  preset: NewAppointmentPreset;
  now: WallTime;
  onCreated: (created: Created) => void;
}

/** The appointment as it is now, from what was typed and from what client, service and day say. */
function useRow(typed: NewValues, picked: PickedClient | null, now: WallTime) {
  const client = typed.who === 'client' ? picked : null;
  const known = useKnown(client);
  const { usualServiceId, minutesOf } = known;
  const facts = { usualServiceId, minutesOf, offerMinutes: null, rows: [], now };
  const free = useFreeDays(minutesOf(resolved(typed, facts).service_id), now);
  const values = shown(typed, free.days, free.first);
  const offer = values.when === 'free' ? chosenOffer(values, free.days) : undefined;
  const offerMinutes = offer ? minutesBetween(offer.start_datetime, offer.end_datetime) : null;
  const day = useDayRows(values.date);
  const row = resolved(values, { ...facts, offerMinutes, rows: day.rows });
  const taken = row.times && rowInTheWay(row.times, row.status, day.rows);
  return { client, known, free, values, row, day, inTheWay: taken ? inWords(taken) : null };
}

/** When else that day has room. */
function roomBeside(
  { date, start, duration, status }: Resolved,
  rows: readonly SalonAppointment[],
  now: WallTime,
) {
  const minutes = Number(duration);
  if (!isWallDate(date) || !isShortClockTime(start) || !minutes) return [];
  return roomOn({ date, minutes, status, start }, rows, now);
}

/** The form of 'Novi termin': what is typed, what follows from it, what is in its way. */
export function useNewAppointment({ preset, now, onCreated }: NewAppointmentOptions) {
  const invalidate = useInvalidateAppointments();
  const [start] = useState(() => firstValues(preset, now));
  const [picked, setPicked] = useState(isClient(preset.person) ? preset.person : null);
  const [conflict, setConflict] = useState<SlotConflict | null>(null);
  const form = useParsedForm({
    start,
    parse: () => {
      const { row, values, inTheWay } = state;
      const fault = serviceFault === null ? null : { text: serviceFault };
      const errors = fault ?? refusalOf(row, values.when, now) ?? (inTheWay && TAKEN);
      if (errors || row.times === null) return { ok: false, errors: errors ?? {} };
      return { ok: true, input: bodyOf(row, row.times) };
    },
    send: (body: RequestBody<'POST /appointments'>) => create(body).finally(invalidate),
    fallback: SAVING_FALLBACK,
    errors: (error) => {
      if (!(error instanceof TakenError))
        return placed(slotServerErrors(error, SAVING_FALLBACK, state.row.start), state.values.when);
      setConflict(error.conflict);
      return TAKEN;
    },
    isDirty: ({ when: _, ...typed }) =>
      Object.entries(typed).some(([name, value]) => value !== start[name as keyof NewValues]),
    onDone: onCreated,
  });
  const state = useRow(form.values, picked, now);
  const { row, day, inTheWay } = state;
  const serviceFault = useServiceFault(row.service_id);
  const overtaken = conflict && row.times && overlaps(row.times, conflict as Times) ? conflict : null;
  return {
    ...state,
    form: {
      ...form,
      submit: () => {
        setConflict(null);
        if (inTheWay) void day.refetch(); // perhaps it is there no longer
        form.submit();
      },
    },
    inTheWay: inTheWay ?? overtaken,
    room: roomBeside(row, day.rows, now),
    chooseClient: (client: PickedClient) => {
      setPicked(client);
      form.change({ ...NOBODY, who: 'client', client_id: String(client.id), status: '' });
    },
  };
}

export type NewAppointmentForm = ReturnType<typeof useNewAppointment>;
