import { useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { Service } from '#contract/services.ts';
import { type AppointmentStatus, isUnbooked } from '#domain/appointments/appointments.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';
import { errorCode } from '../lib/errors.ts';
import { useParsedForm } from '../lib/forms/submit-form.ts';
import { useServices } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import type { FormState } from '../ui/use-form.ts';
import { type Change, changesBetween } from './changed-meanwhile.tsx';
import { parseEdit, SAVING_FALLBACK, savingErrors } from './edit-errors.ts';
import {
  type EditPatch,
  type EditValues,
  mergedValues,
  type PrivateField,
  priceInField,
  privateFieldsFor,
  valuesOf,
} from './edit-values.ts';
import type { PickedClient } from './new-client-dialog.tsx';

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
function usePersonFields({ values, change }: FormState<EditValues>, row: EditValues) {
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

/** Someone else has changed the row meanwhile. */
class OvertakenError extends Error {
  readonly current: Appointment;

  constructor(current: Appointment) {
    super('The appointment was changed meanwhile');
    this.name = 'OvertakenError';
    this.current = current;
  }
}

async function edit({ id, version }: Appointment, patch: EditPatch): Promise<Appointment> {
  try {
    return await request('PUT /appointments/{id}', { params: { id }, body: { ...patch, version } });
  } catch (error) {
    if (errorCode(error) !== 'appointment_changed') throw error;
    const current = await request('GET /appointments/{id}', { params: { id } }).catch(() => null);
    throw current === null ? error : new OvertakenError(current);
  }
}

const clientOf = ({ client_id, client_name, client_phone }: Appointment): PickedClient | null =>
  client_id === null ? null : { id: client_id, name: client_name ?? '', phone: client_phone };

/** The clients whom the form can name: the one picked in it, and those of the rows it started from. */
function useKnownClients(...rows: Appointment[]) {
  const [picked, pick] = useState<PickedClient | null>(null);
  const known = [picked, ...rows.map(clientOf)];
  return { pick, clientBy: (id: string) => known.find((client) => String(client?.id) === id) ?? null };
}

type Followed = 'service_price' | 'duration';

/** Price and length follow the service that is chosen, until they are typed; the service that the row has brings its own back. */
function useServiceFields(
  { values, change }: FormState<EditValues>,
  row: EditValues,
  services: readonly Service[],
) {
  const typed = useRef<ReadonlySet<Followed>>(new Set());
  const typeInto = (name: Followed) => (value: string) => {
    if (value === values[name]) return;
    typed.current = new Set([...typed.current, name]);
    change({ [name]: value });
  };
  /** What goes with a chosen service. */
  const withService = (id: string): Partial<EditValues> => {
    const service = services.find((one) => String(one.id) === id);
    const own = id === row.service_id;
    const minutes = service?.duration_minutes ?? null;
    const price = own ? row.service_price : priceInField(service?.price ?? null);
    const duration = own ? row.duration : minutes === null ? values.duration : String(minutes);
    return {
      ...(!typed.current.has('service_price') && { service_price: price }),
      ...(!typed.current.has('duration') && { duration }),
    };
  };
  return { setPrice: typeInto('service_price'), setDuration: typeInto('duration'), withService };
}

export interface EditFormOptions {
  start: Appointment;
  today: WallDate;
  onSaved: (row: Appointment) => void;
}

/** The form of an appointment. What someone else changed meanwhile is shown, and what was typed stays on top of it. */
export function useEditForm({ start, today, onSaved }: EditFormOptions) {
  const invalidate = useInvalidateAppointments();
  const [row, setRow] = useState(start);
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const { pick, clientBy } = useKnownClients(row, start);
  const form = useParsedForm({
    start: valuesOf(start),
    parse: (values) => parseEdit(row, values, today),
    send: (patch: EditPatch) => edit(row, patch).finally(invalidate),
    fallback: SAVING_FALLBACK,
    errors: (error, sent) => {
      if (!(error instanceof OvertakenError)) return savingErrors(error, sent);
      rebase(error.current);
      return null;
    },
    onDone: onSaved,
  });
  const { values } = form;
  const { onTopOf, setClientId, setService, ...person } = usePersonFields(form, valuesOf(row));
  const { withService, ...typing } = useServiceFields(form, valuesOf(row), useServices().data ?? []);

  const rebase = (current: Appointment) => {
    const merged = mergedValues(valuesOf(row), values, valuesOf(current));
    setChanges(changesBetween(row, current));
    setRow(current);
    form.reset(valuesOf(current));
    form.change(onTopOf(valuesOf(current), merged));
  };

  return {
    form,
    row,
    changes,
    /** The client whom the form holds. */
    client: clientBy(values.client_id),
    setClient: (client: PickedClient | null) => {
      pick(client);
      setClientId(client === null ? '' : String(client.id));
    },
    /** Freed in the form: saving removes the person. */
    isEmptied: isUnbooked(values.status) && !isUnbooked(row.status),
    setService: (id: string) => setService(id, withService(id)),
    ...person,
    ...typing,
  };
}

export type EditFormState = ReturnType<typeof useEditForm>;
