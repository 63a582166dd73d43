import { useMutation } from '@tanstack/react-query';
import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import { minutesOfServices, serviceIdsIn } from '#domain/appointments/lines.ts';
import { guestAfter } from '#domain/clients/booked-person.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { longServiceHint } from '#domain/wording/booked-services.ts';
import { ServiceField } from '../booking/service-select.tsx';
import { ApiError, request, serverErrors } from '../lib/api.ts';
import { servicesBody } from '../lib/appointment/services-body.ts';
import { useToday } from '../lib/clock/clock.ts';
import { type SubmitForm, type SubmitFormOptions, useSubmitForm } from '../lib/forms/submit-form.ts';
import { useServices } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import type { FormErrors } from '../ui/use-form.ts';

const CHANGED_MEANWHILE: readonly number[] = [404, 409];

const isChangedMeanwhile = (error: unknown): error is ApiError & { text: string } =>
  error instanceof ApiError && CHANGED_MEANWHILE.includes(error.status) && error.text !== null;

/** Closes a dialog and refetches after its request, also if the appointment has changed (404, 409: `hasClosedOn`). */
function useOutcome(onClose: () => void) {
  const invalidate = useInvalidateAppointments();
  const close = () => {
    onClose();
    invalidate();
  };
  const hasClosedOn = (error: unknown): boolean => {
    if (!isChangedMeanwhile(error)) return false;
    close();
    toast('warning', error.text);
    return true;
  };
  return { close, hasClosedOn };
}

export interface OwnChangeOptions<Input> {
  send: (input: Input) => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
}

/** Returns a mutation for a dialog without a form, which shows the error itself. */
export function useOwnChange<Input>({ send, onClose, onDone }: OwnChangeOptions<Input>) {
  const { close, hasClosedOn } = useOutcome(onClose);
  return useMutation({
    mutationFn: send,
    onSuccess: () => {
      close();
      onDone();
    },
    onError: (error) => void hasClosedOn(error),
  });
}

type Values = Readonly<Record<string, string>>;
type OwnChangeFormOptions<V extends Values> = Omit<
  SubmitFormOptions<V, unknown>,
  'errors' | 'done' | 'onDone'
> & { onClose: () => void };

/** Returns a form for a dialog that changes the user's own appointment. */
function useOwnChangeForm<V extends Values>({ onClose, ...options }: OwnChangeFormOptions<V>): SubmitForm<V> {
  const { close, hasClosedOn } = useOutcome(onClose);
  return useSubmitForm({
    ...options,
    errors: (error) => (hasClosedOn(error) ? null : serverErrors(error, options.fallback)),
    done: 'Podaci uspešno sačuvani.',
    onDone: close,
  });
}

type GuestValues = { guest_name: string; guest_phone: string };

/** Returns the error for invalid guest data and marks the blank fields; null for valid data. */
function guestErrors(appointment: Appointment, values: GuestValues): FormErrors | null {
  const guest = guestAfter(appointment, values);
  if (typeof guest !== 'string') return null;
  const isBlank = (text: string) => !text.trim() || undefined;
  const fields = { guest_name: isBlank(values.guest_name), guest_phone: isBlank(values.guest_phone) };
  return { text: textOfError(guest), fields };
}

/** The request body: trimmed texts, null for blank ones. */
const bodyOf = ({ guest_name, guest_phone }: GuestValues) => ({
  guest_name: guest_name.trim() || null,
  guest_phone: guest_phone.trim() || null,
});

interface OwnDialogProps {
  appointment: Appointment;
  onClose: () => void;
}

/** The dialog for the guest of a client's own booking. With both fields empty the client comes. */
export function GuestDialog({ appointment, onClose }: OwnDialogProps) {
  const today = useToday();
  const { id, guest_name, guest_phone } = appointment;
  const form = useOwnChangeForm({
    start: { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' },
    check: (values) => guestErrors(appointment, values),
    send: (values) => request('POST /appointments/{id}/guest', { params: { id }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju gosta.',
    onClose,
  });
  return (
    <Dialog
      title="Podaci o gostu"
      lead={whenInWords(appointment, today)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm form={form}>
        <p className="text-small text-soft">Ako dolazite vi, ostavite oba polja prazna.</p>
        <TextField {...form.field('guest_name')} label="Ime" autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field('guest_phone')} label="Telefon" type="tel" autoComplete="off" />
      </DialogForm>
    </Dialog>
  );
}

/** The value if a service was deleted from the price list: the appointment has only its name, no id. */
const DELETED = 'deleted';

const serviceValue = ({ services }: Appointment): string =>
  services.some(({ service_id }) => service_id === null)
    ? DELETED
    : services.map(({ service_id }) => service_id).join();

/** The dialog that chooses other services for a client's own booking. */
export function ChangeServiceDialog({ appointment, onClose }: OwnDialogProps) {
  const today = useToday();
  const { id, service_name } = appointment;
  const services = useServices().data;
  const start = serviceValue(appointment);
  const own = {
    value: start,
    label: start === DELETED ? `${service_name} (više nije u ponudi)` : `${service_name}`,
  };
  const form = useOwnChangeForm({
    start: { service_id: start },
    send: ({ service_id }) =>
      request('POST /appointments/{id}/service', {
        params: { id },
        body: servicesBody(serviceIdsIn(service_id)),
      }),
    fallback: 'Greška pri čuvanju usluge.',
    isDirty: () => false, // false, because closing the dialog loses no typed text
    onClose,
  });
  const chosen = form.values.service_id;
  const ids: readonly number[] = serviceIdsIn(chosen);
  const minutes = minutesOfServices(services?.filter((one) => ids.includes(one.id)) ?? []);
  const submit = () => (chosen === start ? onClose() : form.submit());
  return (
    <Dialog
      title="Promeni uslugu"
      lead={whenInWords(appointment, today)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm form={{ ...form, submit }}>
        <ServiceField
          {...form.field('service_id')}
          isForSeveral
          own={start !== '' && own}
          hint={longServiceHint(minutes, appointment, ids.length)}
        />
      </DialogForm>
    </Dialog>
  );
}
