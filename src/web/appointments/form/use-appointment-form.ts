import { useState } from 'react';
import type { Appointment, VisibleAppointment } from '#contract/appointments.ts';
import type { SlotConflict } from '#contract/errors.ts';
import type { RequestBody } from '#contract/index.ts';
import { isUnbooked } from '#domain/appointments/appointments.ts';
import type { AppointmentFields } from '#domain/appointments/edit.ts';
import { overlaps, type Times } from '#domain/appointments/slots.ts';
import type { ServiceId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { dateOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { useServiceFault } from '../../lib/appointment/service-fault.ts';
import { servicesBody } from '../../lib/appointment/services-body.ts';
import { type Parsed, type SubmitForm, useParsedForm } from '../../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import type { FormErrors } from '../../ui/use-form.ts';
import { type Change, changesBetween } from '../changed-meanwhile.tsx';
import type { PickedClient } from '../client-picker.tsx';
import {
  create,
  edit,
  type MoveInto,
  OvertakenError,
  SAVING_FALLBACK,
  type Saved,
  savingErrors,
  TAKEN,
  valuesErrors,
} from './save.ts';
import { inWords, useShown } from './use-shown.ts';
import {
  type EditPatch,
  fieldsOf,
  type KnownTimes,
  type Name,
  NOBODY,
  newValues,
  patchOf,
  pricesBody,
  serviceIdsOf,
  type Values,
  valuesOf,
  withTyped,
} from './values.ts';

/** The initial values of a new appointment. */
export interface NewAppointmentPreset extends KnownTimes {
  person?: PickedClient | { guest_name: string; guest_phone: string };
  serviceIds?: readonly ServiceId[];
}

const ROWS = {
  person: ['client_id', 'guest_name', 'guest_phone'],
  services: ['service_ids', 'service_price'],
  technician: ['technician_id'],
  when: ['date', 'start', 'duration'],
  status: ['status', 'cancel_reason'],
  notes: ['notes'],
} as const satisfies Record<string, readonly Name[]>;
export type RowName = keyof typeof ROWS;
const ALL_ROWS = Object.keys(ROWS) as RowName[];

const isClient = (person: NewAppointmentPreset['person']): person is PickedClient =>
  person !== undefined && 'id' in person;

function presetValues({ person, serviceIds = [], ...times }: NewAppointmentPreset, now: WallTime): Values {
  const guest = { hasGuest: 'yes', ...person } as const;
  return {
    ...newValues(times, now),
    ...(isClient(person) ? { client_id: String(person.id) } : person && guest),
    service_ids: serviceIds.join(),
  };
}

function bodyOf(
  { cancel_reason: _, technician_id, service_id: _first, end_datetime, ...fields }: AppointmentFields,
  values: Values,
  isPriced: boolean,
) {
  const duration_minutes = minutesBetween(fields.start_datetime, end_datetime);
  return {
    ...fields,
    ...servicesBody(serviceIdsOf(values)),
    ...(technician_id !== OWNERS_TECHNICIAN && { technician_id }),
    duration_minutes,
    ...(isPriced && pricesBody(null, values)),
  };
}

const clientOf = (row: Appointment | null): PickedClient | null =>
  row && row.client_id !== null
    ? { id: row.client_id, name: row.client_name ?? '', phone: row.client_phone }
    : null;

export interface AppointmentFormOptions {
  /** The appointment to edit; without it the form creates a new one. */
  row?: VisibleAppointment;
  preset?: NewAppointmentPreset;
  now: WallTime;
  /** If true, all rows of the form start open. */
  isEditing?: boolean;
  onSaved: (saved: Saved) => void;
}

type Input =
  | { body: RequestBody<'POST /appointments'> }
  | { row: Appointment; patch: EditPatch; into: MoveInto | null };

/** The row as it was when editing began, the fields typed since then, and the open rows. */
function useFormState({ row: latest, preset = {}, now, isEditing = false }: AppointmentFormOptions) {
  const [first] = useState(() => (latest ? valuesOf(latest) : presetValues(preset, now)));
  const [held, setHeld] = useState<VisibleAppointment | null>(isEditing ? (latest ?? null) : null);
  const [typed, setTyped] = useState<ReadonlySet<Name>>(new Set());
  const [opened, setOpened] = useState<readonly RowName[]>(isEditing ? ALL_ROWS : []);
  const [asked, setAsked] = useState<RowName | null>(null);
  const [picked, pick] = useState(isClient(preset.person) ? preset.person : null);
  const [conflict, setConflict] = useState<SlotConflict | null>(null);
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const following = useState(false);
  const row = held ?? latest ?? null;
  const clients = [picked, clientOf(row), clientOf(latest ?? null)];
  return {
    row,
    base: row ? valuesOf(row) : first,
    clientBy: (id: string) => clients.find((client) => String(client?.id) === id) ?? null,
    typed,
    opened,
    asked,
    conflict,
    changes,
    /** State and setter: whether the later appointments of the series move too. */
    following,
    pick,
    setTyped,
    setConflict,
    /** Freezes the row, so that a refetch does not change what the owner sees. */
    hold: () => setHeld((before) => before ?? latest ?? null),
    open: (names: readonly RowName[]) => {
      setOpened([...opened, ...names]);
      setAsked(names.length === 1 ? (names[0] ?? null) : null);
    },
    /** Replaces the row by a newer version and keeps the typed values. Reports a conflict if the slot has been booked. */
    overtake: (current: Appointment): FormErrors | null => {
      if (row && isUnbooked(row.status) && current.status === 'BOOKED') {
        setConflict({ ...inWords(current), id: current.id });
        return TAKEN;
      }
      if (row) setChanges(changesBetween(row, current));
      setHeld(current);
      return null;
    },
    clear: () => {
      setTyped(new Set());
      setOpened([]);
      for (const empty of [setAsked, setHeld, setChanges, setConflict]) empty(null);
      following[1](false);
    },
  };
}

type State = ReturnType<typeof useFormState>;
type Shown = ReturnType<typeof useShown>;

/** The actions of the form for its components. */
function actionsOf(state: State, form: SubmitForm<Values, Saved>, { values }: Shown) {
  const { base, typed, opened } = state;
  const change = (some: Partial<Values>, { follow = [] }: { follow?: readonly Name[] } = {}) => {
    state.hold();
    const names = new Set([...typed, ...(Object.keys(some) as Name[])]);
    for (const name of follow) names.delete(name);
    state.setTyped(names);
    form.change(some);
  };
  /** Enters a person or service. In a slot this starts a booking and clears a person entered before. */
  const fill = (some: Partial<Values>) => {
    const isFilled = Object.values(some).some((value) => value.trim() !== '');
    if (!isFilled || !isUnbooked(values.status)) return change(some);
    const entered = withTyped(base, form.values, typed);
    const former = Object.entries(NOBODY).filter(([name]) => entered[name as Name] !== '');
    change({ ...Object.fromEntries(former), ...some }, { follow: ['status'] });
  };
  const hasError = (name: RowName) => ROWS[name].some((field) => form.field(field).error);
  return {
    typed,
    changes: state.changes,
    following: state.following,
    /** The row that was opened last and gets the focus. */
    asked: state.asked,
    change,
    fill,
    chooseClient: (chosen: PickedClient | null) => {
      state.pick(chosen);
      fill({ client_id: chosen ? String(chosen.id) : '' });
    },
    field: <K extends Name>(name: K) => ({
      ...form.field(name),
      value: values[name],
      onChange: (value: Values[K]) => {
        if (value !== values[name]) change({ [name]: value });
      },
    }),
    /** Whether a row is open. Rows with errors are open, except for a person chosen in the dialog's head. */
    isOpen: (name: RowName) =>
      opened.includes(name) || (hasError(name) && (name !== 'person' || !isUnbooked(base.status))),
    /** Opens the given rows, or all rows without arguments. */
    open: (...names: RowName[]) => {
      state.hold();
      state.open(names.length > 0 ? names : ALL_ROWS);
    },
    giveUp: () => {
      form.reset();
      state.clear();
    },
  };
}

/** The request that saves the shown values, or the errors that prevent saving. */
function inputOf(
  { row, typed, following: [isFollowing] }: State,
  { values, into, inTheWay, times, isMoved }: Shown,
  { now, serviceFault }: { now: WallTime; serviceFault: string | null },
): Parsed<Input> {
  const fault = serviceFault === null ? null : { text: serviceFault };
  const errors = fault ?? valuesErrors(row, values, dateOf(now)) ?? (inTheWay && TAKEN);
  const fields = fieldsOf(values);
  if (errors || fields === null) return { ok: false, errors: errors ?? {} };
  const move = isFollowing && isMoved && times ? { slot: null, times, ...into, isFollowing } : into;
  if (row) return { ok: true, input: { row, patch: patchOf(row, values), into: move } };
  const isPriced = typed.has('service_price') && values.status === 'BOOKED';
  return { ok: true, input: { body: bodyOf(fields, values, isPriced) } };
}

/** The form state of an appointment. Shows concurrent changes by other users and keeps the typed values. */
export function useAppointmentForm(options: AppointmentFormOptions) {
  const { now } = options;
  const invalidate = useInvalidateAppointments();
  const state = useFormState(options);
  const { row, base, typed, opened, conflict, setConflict } = state;
  const isNew = row === null;
  const form = useParsedForm<Values, Input, Saved>({
    start: base,
    parse: () => inputOf(state, shown, { now, serviceFault }),
    send: (input) =>
      ('body' in input ? create(input.body) : edit(input.row, input.patch, input.into)).finally(invalidate),
    fallback: SAVING_FALLBACK,
    errors: (error) => {
      if (!(error instanceof OvertakenError)) return savingErrors(error, shown.values);
      if ('current' in error.by) return state.overtake(error.by.current);
      setConflict(error.by.conflict);
      return TAKEN;
    },
    isDirty: (entered) => [...typed].some((name) => name !== 'when' && entered[name] !== base[name]),
    onDone: options.onSaved,
  });
  const client = state.clientBy(withTyped(base, form.values, typed).client_id);
  const shown = useShown({ base, row, typed, entered: form.values, client, now });
  const serviceFault = useServiceFault(isNew ? serviceIdsOf(shown.values) : []);
  const isOvertaken = conflict && shown.times && overlaps(shown.times, conflict as Times);
  const isEditing = isNew || opened.length > 0 || form.isDirty;
  const submit = () => {
    if (!isEditing) return;
    setConflict(null);
    if (shown.inTheWay) shown.refetchDay(); // refetches, because the time may be free again
    form.submit();
  };
  return {
    ...shown,
    ...actionsOf(state, form, shown),
    row,
    base,
    isNew,
    client,
    inTheWay: shown.inTheWay ?? (isOvertaken ? conflict : null),
    isEditing,
    form: { ...form, submit },
  };
}

export type AppointmentFormState = ReturnType<typeof useAppointmentForm>;

/** The props of the form's parts. */
export interface EditProps {
  edit: AppointmentFormState;
  now: WallTime;
}
