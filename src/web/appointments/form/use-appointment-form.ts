import { useState } from 'react';
import type { Appointment, SalonAppointment, VisibleAppointment } from '#contract/appointments.ts';
import type { SlotConflict } from '#contract/errors.ts';
import { isUnbooked } from '#domain/appointments/appointments.ts';
import { editedAppointment, newAppointment } from '#domain/appointments/edit.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { overlaps, type Times } from '#domain/appointments/slots.ts';
import { dateOf, minutesBetween, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { errorCode, request } from '../../lib/api.ts';
import { freeRow } from '../../lib/appointment/appointments.ts';
import { useServiceFault } from '../../lib/appointment/service-fault.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../../lib/appointment/slot-errors.ts';
import { type Parsed, type SubmitForm, useParsedForm } from '../../lib/forms/submit-form.ts';
import { conflictOf } from '../../lib/in-the-way.ts';
import type { PickedPerson } from '../../lib/queries/people-queries.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { type Change, changesBetween } from '../changed-meanwhile.tsx';
import { inWords, useShown } from './use-shown.ts';
import {
  type EditPatch,
  givesUpOffered,
  type Name,
  type NewAppointmentPreset,
  NOBODY,
  NOTHING_TYPED,
  newValues,
  patchOf,
  pricesTyped,
  ROWS,
  type RowName,
  type Typed,
  UNSAVED_ID,
  type Values,
  valuesOf,
  valuesOfPerson,
  withTyped,
} from './values.ts';

const ALL_ROWS = Object.keys(ROWS) as RowName[];

const FALLBACK = 'Greška pri čuvanju izmena.';
const SLOT_MISSING = 'Izaberite termin pre nastavka.';
const BAD_PRICE = 'Cena je broj, na primer 2.500.';

/** Marks the start as invalid; a message next to it names the conflicting appointment. */
const TAKEN: FormErrors = { fields: { start: true } };

/** Turns an error of a time field into an error of the whole form, unless the form shows the time fields. */
function placed(errors: FormErrors, { when }: Values): FormErrors {
  const { date, start, duration } = errors.fields ?? {};
  const text = date ?? start ?? duration;
  return when === 'other' || typeof text !== 'string' ? errors : { text };
}

/** The errors of values that a rule of the server would reject; null for valid values. */
function valuesErrors({ values, fields }: Shown, row: VisibleAppointment | null, today: WallDate) {
  if (fields === null) return values.when === 'free' ? { text: SLOT_MISSING } : (blankTimes(values) ?? {});
  const outcome = row ? editedAppointment(row, fields, today) : newAppointment(fields, today);
  if (typeof outcome === 'string') return placed(slotRuleErrors(outcome, values.start), values);
  const isPriced = !pricesTyped(values.service_price).includes(undefined);
  return isPriced ? null : { fields: { service_price: BAD_PRICE } };
}

const savingErrors = (error: unknown, values: Values): FormErrors =>
  placed(slotServerErrors(error, FALLBACK, values.start), values);

type Saved = SalonAppointment & { undo_token?: string | null | undefined };

/** Thrown if the row has changed since the form was opened. */
class OvertakenError extends Error {
  readonly current: Appointment;

  constructor(current: Appointment, cause: unknown) {
    super('The appointment was changed meanwhile', { cause });
    this.current = current;
  }
}

const UNDOABLE = { undo: '1' } as const;

/** Saves an edit in one request; throws OvertakenError if the row has changed since `row` was loaded. */
async function edit({ id, version }: Appointment, body: EditPatch): Promise<Saved> {
  const params = { id };
  try {
    return await request('PUT /appointments/{id}', { params, query: UNDOABLE, body: { ...body, version } });
  } catch (error) {
    if (errorCode(error) !== 'appointment_changed') throw error;
    const current = await request('GET /appointments/{id}', { params }).catch(() => null);
    throw current === null ? error : new OvertakenError(current, error);
  }
}

/** The body of a new appointment: what sets it apart from a free slot at its times. */
function newBody(times: Times, values: Values) {
  const { start_datetime, end_datetime } = times;
  const body = patchOf(freeRow(UNSAVED_ID, times), values);
  return { ...body, start_datetime, duration_minutes: minutesBetween(start_datetime, end_datetime) };
}

const clientOf = (row: Appointment | null): PickedPerson | null =>
  row && row.client_id !== null
    ? { person_id: null, client_id: row.client_id, name: row.client_name ?? '', phone: row.client_phone }
    : null;

export interface AppointmentFormOptions {
  /** Without a row, the form creates an appointment. */
  row?: VisibleAppointment;
  preset?: NewAppointmentPreset | undefined;
  now: WallTime;
  isEditing?: boolean;
  /** Whether the form shows the free times of all technicians. */
  isOfAll?: boolean;
  onSaved: (saved: Saved) => void;
}

/** The state of the form besides the typed values. */
interface State {
  /** The row as it was when editing began, so that a refetch does not change what the owner sees. */
  held?: VisibleAppointment | undefined;
  opened: readonly RowName[];
  /** The form's row that the user opened last; this row gets the focus. */
  asked?: RowName | undefined;
  picked?: PickedPerson | null;
  /** An appointment that now overlaps the times in the form: another user has added or booked it since the form was opened. */
  conflict?: SlotConflict | null;
  changes?: readonly Change[];
}

const START: State = { opened: [] };

function useFormState(options: AppointmentFormOptions) {
  const { row: latest, preset = {}, now, isEditing = false, isOfAll = false } = options;
  const { person } = preset;
  const [first] = useState(() => newValues(preset, now));
  const [state, setState] = useState<State>({
    ...START,
    picked: person && 'name' in person ? person : null,
    ...(isEditing && { held: latest, opened: ALL_ROWS }),
  });
  const row = state.held ?? latest ?? null;
  const people = [state.picked, clientOf(row), clientOf(latest ?? null)];
  /** Changes the form's state. After the first change, the form ignores refetched versions of the appointment. */
  const set = (some: Partial<State>) =>
    setState((before) => ({ ...before, held: before.held ?? latest, ...some }));
  return {
    ...state,
    isOfAll,
    row,
    base: row ? valuesOf(row) : first,
    personIn: ({ client_id, person_id }: Values) =>
      people.find(
        (one) => one && String(one.client_id ?? `p${one.person_id}`) === (client_id || `p${person_id}`),
      ) ?? null,
    set,
    clear: () => setState(START),
    /** Replaces the edited appointment by its newer version and keeps the typed values. Reports a conflict if the slot has been booked. */
    overtake: (current: Appointment): FormErrors | null => {
      const isBooked = row && isUnbooked(row.status) && current.status === 'BOOKED';
      if (isBooked) set({ conflict: { ...inWords(current), id: current.id } });
      else set({ held: current, ...(row && { changes: changesBetween(row, current) }) });
      return isBooked ? TAKEN : null;
    },
  };
}

type Shown = ReturnType<typeof useShown>;

function actionsOf(
  { base, opened, set, clear }: ReturnType<typeof useFormState>,
  form: SubmitForm<Typed, Saved>,
  { values }: Shown,
) {
  const change = (some: Typed) => {
    set({});
    form.change(some);
  };
  /** Enters a person or a service. If the appointment is free or blocked, it also becomes booked, and a person who was entered before is removed. */
  const fill = (some: Typed) => {
    const isFilled = Object.values(some).some((value) => value?.trim());
    if (!isFilled || !isUnbooked(values.status)) return change(some);
    const entered = withTyped(base, form.values);
    const former = Object.entries(NOBODY).filter(([name]) => entered[name as Name] !== '');
    change({ ...Object.fromEntries(former), ...some, status: undefined });
  };
  const hasError = (name: RowName) => ROWS[name].some((field) => form.field(field).error);
  return {
    change,
    fill,
    choosePerson: (picked: PickedPerson | null) => {
      set({ picked });
      const former = values.person_id !== '' && { guest_name: undefined, guest_phone: undefined };
      fill({ client_id: '', person_id: '', ...former, ...(picked && valuesOfPerson(picked)) });
    },
    field: <K extends Name>(name: K) => ({
      ...form.field(name),
      value: values[name],
      onChange: (value: Values[K]) => {
        if (value !== values[name]) change({ [name]: value });
      },
    }),
    /** Whether the user or an error has opened a row of the form. For a free slot or blocked time, an error does not open the row of the person. */
    isOpen: (name: RowName) =>
      opened.includes(name) || (hasError(name) && (name !== 'person' || !isUnbooked(base.status))),
    /** Opens the given row of the form; without an argument, all rows. */
    open: (name?: RowName) => set({ opened: name ? [...opened, name] : ALL_ROWS, asked: name }),
    giveUp: () => {
      form.reset();
      clear();
    },
  };
}

const isChanged = (base: Values, { when: _, ...typed }: Typed): boolean =>
  Object.entries(withTyped(base, typed)).some(([name, value]) => value !== base[name as Name]);

/** The form state of an appointment. Shows concurrent changes by other users and keeps the typed values. */
export function useAppointmentForm(options: AppointmentFormOptions) {
  const { now } = options;
  const invalidate = useInvalidateAppointments();
  const state = useFormState(options);
  const { row, base, opened, conflict, set } = state;
  const isNew = row === null;
  const form = useParsedForm<Typed, () => Promise<Saved>, Saved>({
    start: NOTHING_TYPED,
    parse: () => savingOf(row, shown, { now, serviceFault }),
    send: (save) => save().finally(invalidate),
    fallback: FALLBACK,
    errors: (error) => {
      if (error instanceof OvertakenError) return state.overtake(error.current);
      const inTheWay = conflictOf(error);
      if (inTheWay === null) return savingErrors(error, shown.values);
      set({ conflict: inTheWay });
      return TAKEN;
    },
    isDirty: (typed) => isChanged(base, typed),
    onDone: options.onSaved,
  });
  const typed = form.values;
  const client = state.personIn(withTyped(base, typed));
  const shown = useShown({ base, row, typed, client, now, isOfAll: state.isOfAll });
  const serviceFault = useServiceFault(isNew ? serviceIdsIn(shown.values.service_ids) : []);
  const isOvertaken = conflict && shown.times && overlaps(shown.times, conflict);
  const isEditing = isNew || opened.length > 0 || form.isDirty;
  const submit = () => {
    if (!isEditing) return;
    set({ conflict: null });
    if (shown.inTheWay) shown.refetchDay(); // the conflicting appointment may be gone by now
    form.submit();
  };
  return {
    ...state,
    ...shown,
    ...actionsOf(state, form, shown),
    now,
    typed,
    isNew,
    client,
    inTheWay: shown.inTheWay ?? (isOvertaken ? conflict : null),
    isEditing,
    form: { ...form, submit },
  };
}

export type AppointmentFormState = ReturnType<typeof useAppointmentForm>;

export type EditProps = { edit: AppointmentFormState };

/** Whether the time that an appointment gives up is offered again: if it came from an opening, unless the owner switches it off. docs/spec/behaviour.md §26.2 */
const givenUpOf = (
  row: VisibleAppointment,
  { isMoved, values }: Pick<Shown, 'isMoved' | 'values'>,
  now: WallTime,
) =>
  isMoved && givesUpOffered(row, now)
    ? { offer_again: values.offer_again === 'no' ? (0 as const) : (1 as const) }
    : {};

/** Returns a function that saves the shown values. If they cannot be saved, returns the form's errors instead. */
function savingOf(
  row: VisibleAppointment | null,
  shown: Shown,
  { now, serviceFault }: { now: WallTime; serviceFault: string | null },
): Parsed<() => Promise<Saved>> {
  const { values, fields, slot, inTheWay } = shown;
  const fault = serviceFault === null ? null : { text: serviceFault };
  const errors = fault ?? valuesErrors(shown, row, dateOf(now)) ?? (inTheWay && TAKEN);
  if (errors || fields === null) return { ok: false, errors: errors ?? {} };
  const saving = row
    ? () =>
        edit(row, {
          ...patchOf(row, values),
          ...(slot && { slot_id: slot.id }),
          ...givenUpOf(row, shown, now),
        })
    : () => request('POST /appointments', { query: UNDOABLE, body: newBody(fields, values) });
  return { ok: true, input: saving };
}
