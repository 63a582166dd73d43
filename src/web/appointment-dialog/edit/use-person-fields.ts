import { useRef } from 'react';
import { type AppointmentStatus, lockTarget } from '#salon/appointments/appointment-status.ts';
import type { Form } from '../../ui/form/use-form.ts';
import { type EditValues, type Hers, hersBeside } from './edit-values.ts';

/** Nobody's: what the lock turns to and fro. */
export const isOpen = (status: AppointmentStatus): boolean => lockTarget(status) !== undefined;

/** What goes with the person when a slot is freed (behaviour.md §5). */
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
type Typed = ReadonlySet<Hers>;
const NOTHING: Typed = new Set();

const onlyNote = (typed: Typed): Typed => (typed.has('notes') ? new Set(['notes']) : NOTHING);

/** Whom a cancelled one was about stays as it was; only a note may be typed. */
function cancelledPerson(row: EditValues, values: EditValues, typed: Typed): Person {
  const { notes } = hersBeside(row.client_id, row, { values, typed });
  return { ...personIn(row), notes };
}

/** The person, the service and the note in the form: who fills an open slot books it, who frees a booked one empties it. */
export function usePersonFields({ values, field }: Form<EditValues>, row: EditValues) {
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
  const type = (name: Hers) => (value: string) => {
    typed.current = new Set([...typed.current, name]);
    if (name === 'notes') put({ notes: value });
    else fill({ [name]: value }, value.trim() !== '');
  };
  const beside = (client_id: string, base: EditValues, shown: EditValues) =>
    isOpen(shown.status) && client_id === ''
      ? {}
      : hersBeside(client_id, base, { values: shown, typed: typed.current });

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
