import { useRef } from 'react';
import { type AppointmentStatus, isUnbooked } from '#domain/appointments/appointments.ts';
import type { FormState } from '../ui/use-form.ts';
import { type EditValues, type PrivateField, privateFieldsFor } from './edit-values.ts';

/** What goes with the person when a slot is freed (docs/spec/behaviour.md §5.7). */
type PersonValues = Pick<
  EditValues,
  'client_id' | 'guest_name' | 'guest_phone' | 'service_id' | 'service_price' | 'notes'
>;
const NO_PERSON: PersonValues = {
  client_id: '',
  guest_name: '',
  guest_phone: '',
  service_id: '',
  service_price: '',
  notes: '',
};

const personIn = (values: EditValues): PersonValues => ({
  client_id: values.client_id,
  guest_name: values.guest_name,
  guest_phone: values.guest_phone,
  service_id: values.service_id,
  service_price: values.service_price,
  notes: values.notes,
});

/** The private fields that the owner typed: they stay with whichever client is picked. */
type TypedFields = ReadonlySet<PrivateField>;
const NONE: TypedFields = new Set();

const onlyNote = (typed: TypedFields): TypedFields => (typed.has('notes') ? new Set(['notes']) : NONE);

/** The person of a cancelled one stays as it was; only a note may be typed. */
function cancelledPerson(row: EditValues, values: EditValues, typed: TypedFields): PersonValues {
  const { notes } = privateFieldsFor(row.client_id, row, { values, typed });
  return { ...personIn(row), notes };
}

/** The person, the service and the note of the form: filling them in on a free slot books it, freeing a booked one empties them. */
export function usePersonFields({ values, change }: FormState<EditValues>, row: EditValues) {
  const typed = useRef(NONE);
  const emptied = useRef<{ person: PersonValues; typed: TypedFields } | null>(null);

  const setStatus = (status: AppointmentStatus) => {
    if (isUnbooked(status)) {
      if (!isUnbooked(values.status)) {
        emptied.current = { person: personIn(values), typed: typed.current };
        typed.current = NONE;
        change(NO_PERSON);
      }
    } else {
      const back = emptied.current ?? { person: personIn(values), typed: typed.current };
      const isCancelled = status === 'CANCELLED';
      emptied.current = null;
      typed.current = isCancelled ? onlyNote(back.typed) : back.typed;
      change(isCancelled ? cancelledPerson(row, { ...values, ...back.person }, typed.current) : back.person);
    }
    change({ status });
  };

  /** A client, guest or service on a free slot books it. */
  const fillIn = (some: Partial<EditValues>, isFilled: boolean) => {
    const isBooking = isFilled && isUnbooked(values.status);
    if (isBooking) emptied.current = null; // another person now
    change({ ...some, ...(isBooking && { status: 'BOOKED' }) });
  };
  const typeInto = (name: PrivateField) => (value: string) => {
    typed.current = new Set([...typed.current, name]);
    if (name === 'notes') change({ notes: value });
    else fillIn({ [name]: value }, value.trim() !== '');
  };
  const privateFieldsBeside = (client_id: string, base: EditValues, current: EditValues) =>
    isUnbooked(current.status) && client_id === ''
      ? {}
      : privateFieldsFor(client_id, base, { values: current, typed: typed.current });

  return {
    setStatus,
    setGuestName: typeInto('guest_name'),
    setGuestPhone: typeInto('guest_phone'),
    setNotes: typeInto('notes'),
    /** With what goes with it. */
    setService: (id: string, others: Partial<EditValues>) => fillIn({ ...others, service_id: id }, id !== ''),
    /** Another client has neither the note nor the guest of the first one; that is seen before it is saved. */
    setClientId: (id: string) =>
      fillIn({ client_id: id, ...privateFieldsBeside(id, row, values) }, id !== ''),
    /** The merged values on top of what the row has become meanwhile. */
    onTopOf: (current: EditValues, merged: EditValues): EditValues => ({
      ...merged,
      ...privateFieldsBeside(merged.client_id, current, merged),
    }),
  };
}
