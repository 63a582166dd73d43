import { useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { type AppointmentStatus, lockTarget } from '#domain/appointments.ts';
import { type FormState, useForm } from '../ui/use-form.ts';
import { type Change, changesBetween } from './edit-changes.ts';
import {
  type EditValues,
  mergedValues,
  type PrivateFields,
  privateFieldsFor,
  valuesOf,
} from './edit-values.ts';
import type { PickedClient } from './picked-client.ts';

const clientOf = ({ client_id, client_name, client_phone }: Appointment): PickedClient | null =>
  client_id === null ? null : { id: client_id, name: client_name ?? '', phone: client_phone };

/** The clients whom the form can name: the one picked in it, and those of the rows it started from. */
function useKnownClients(...rows: Appointment[]) {
  const [picked, pick] = useState<PickedClient | null>(null);
  const known = [picked, ...rows.map(clientOf)];
  return { pick, clientBy: (id: string) => known.find((client) => String(client?.id) === id) ?? null };
}

/** The form of an appointment: who fills a free one books it, who frees a booked one empties it - in sight, before it is saved. */
export function useEditForm(start: Appointment, isStartNew: boolean) {
  const [{ row, isNew }, setBase] = useState({ row: start, isNew: isStartNew });
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const { pick, clientBy } = useKnownClients(row, start);
  const form = useForm(valuesOf(start));
  const { values } = form;
  const { put, over, setClientId, ...person } = usePersonFields(form, valuesOf(row));

  /** Overtaken: what was typed stays on top of what is so now. */
  const rebase = (theirs: Appointment) => {
    const merged = mergedValues(valuesOf(row), values, valuesOf(theirs));
    setChanges(changesBetween(row, theirs));
    setBase({ row: theirs, isNew: false });
    form.reset(valuesOf(theirs));
    put(over(valuesOf(theirs), merged));
  };

  return {
    form,
    row,
    isNew,
    changes,
    /** The client whom the form holds. */
    client: clientBy(values.client_id),
    setClient: (client: PickedClient | null) => {
      pick(client);
      setClientId(client === null ? '' : String(client.id));
    },
    /** Freed here: who was on it is taken off when it is saved. */
    isEmptied: isOpen(values.status) && !isOpen(row.status),
    ...person,
    /** The slot stands now; what is left to save is an edit of it. */
    made: (slot: Appointment) => setBase({ row: slot, isNew: false }),
    rebase,
  };
}

export type EditForm = ReturnType<typeof useEditForm>;

/** Nobody's: what the lock turns to and fro. */
const isOpen = (status: AppointmentStatus): boolean => lockTarget(status) !== undefined;

/** What goes with the person when a slot is freed (docs/spec/behaviour.md §5.7). */
type Person = Pick<EditValues, 'client_id' | 'guest_name' | 'guest_phone' | 'service_id' | 'notes'>;
const NOBODY: Person = { client_id: '', guest_name: '', guest_phone: '', service_id: '', notes: '' };

const personIn = ({ client_id, guest_name, guest_phone, service_id, notes }: EditValues): Person => ({
  client_id,
  guest_name,
  guest_phone,
  service_id,
  notes,
});

/** What the owner typed herself stays with whomever she picks. */
type Typed = ReadonlySet<PrivateFields>;
const NOTHING: Typed = new Set();

const onlyNote = (typed: Typed): Typed => (typed.has('notes') ? new Set(['notes']) : NOTHING);

/** Whom a cancelled one was about stays as it was; only a note may be typed. */
function cancelledPerson(row: EditValues, values: EditValues, typed: Typed): Person {
  const { notes } = privateFieldsFor(row.client_id, row, { values, typed });
  return { ...personIn(row), notes };
}

/** The person, the service and the note in the form: who fills an open slot books it, who frees a booked one empties it. */
function usePersonFields({ values, field }: FormState<EditValues>, row: EditValues) {
  const typed = useRef(NOTHING);
  const emptied = useRef<{ person: Person; typed: Typed } | null>(null);
  const put = (some: Partial<EditValues>) => {
    for (const [name, value] of Object.entries(some)) field(name as keyof EditValues).onChange(value);
  };

  const setStatus = (status: string) => {
    const next = status as AppointmentStatus;
    if (isOpen(next) && !isOpen(values.status)) {
      emptied.current = { person: personIn(values), typed: typed.current };
      typed.current = NOTHING;
      put(NOBODY);
    }
    if (!isOpen(next)) {
      const back = emptied.current ?? { person: personIn(values), typed: typed.current };
      const isCancelled = next === 'CANCELLED';
      emptied.current = null;
      typed.current = isCancelled ? onlyNote(back.typed) : back.typed;
      put(isCancelled ? cancelledPerson(row, { ...values, ...back.person }, typed.current) : back.person);
    }
    put({ status: next });
  };

  /** A client, guest or service on an open slot books it. */
  const fill = (some: Partial<Person>, isSomebody: boolean) => {
    const isBooking = isSomebody && isOpen(values.status);
    if (isBooking) emptied.current = null; // somebody else now
    put({ ...some, ...(isBooking && { status: 'BOOKED' }) });
  };
  const type = (name: PrivateFields) => (value: string) => {
    typed.current = new Set([...typed.current, name]);
    if (name === 'notes') put({ notes: value });
    else fill({ [name]: value }, value.trim() !== '');
  };
  const beside = (client_id: string, base: EditValues, shown: EditValues) =>
    isOpen(shown.status) && client_id === ''
      ? {}
      : privateFieldsFor(client_id, base, { values: shown, typed: typed.current });

  return {
    put,
    setStatus,
    setGuestName: type('guest_name'),
    setGuestPhone: type('guest_phone'),
    setNotes: type('notes'),
    setService: (id: string) => fill({ service_id: id }, id !== ''),
    /** Another client is shown without the note and the guest of the first one, before it is saved. */
    setClientId: (id: string) => fill({ client_id: id, ...beside(id, row, values) }, id !== ''),
    /** The values over another row that it has become meanwhile. */
    over: (theirs: EditValues, merged: EditValues): EditValues => ({
      ...merged,
      ...beside(merged.client_id, theirs, merged),
    }),
  };
}
