import { useMutation } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import type { GuestBooking } from '#contract/booking/booking.ts';
import { textOfError } from '#contract/page-errors.ts';
import {
  actionRefusal,
  cancellationRefusal,
  isLateCancellation,
  moveRefusal,
} from '#domain/appointments/appointments.ts';
import { minutesOfServices, serviceIdsIn } from '#domain/appointments/lines.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { guestAfter } from '#domain/clients/booked-person.ts';
import { t } from '#domain/language/translate.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { longServiceHint } from '#domain/wording/booked-services.ts';
import { counted, HOURS } from '#domain/wording/numbers.ts';
import { CANCEL_REASONS } from '#domain/wording/told/reasons.ts';
import { CancelDialog } from '../appointments/cancel-dialog.tsx';
import { ServiceField } from '../booking/service-select.tsx';
import { ApiError, errorCode, errorText, request, serverErrors } from '../lib/api.ts';
import { servicesBody, servicesText } from '../lib/appointment/services-body.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useSalon, useServices } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { type BookingOf, movePath } from '../lib/routing/paths.ts';
import { guestTicket, keepGuestTicket, knownOf } from '../lib/session/guest-tickets.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { focusHeading } from '../ui/page.tsx';
import { CallButton } from '../ui/phone-links.tsx';
import { toast } from '../ui/toasts/toast.ts';
import type { FormErrors } from '../ui/use-form.ts';
import { Warning } from '../ui/warning.tsx';

const CHANGED_MEANWHILE: readonly number[] = [404, 409];

/** Options of a form that changes the user's own booking in a dialog. Closes the dialog and refetches after success, or if the booking has changed meanwhile (404, 409). */
function useOwnChange(onClose: () => void, fallback: string) {
  const invalidate = useInvalidateAppointments();
  const onDone = () => {
    onClose();
    invalidate();
  };
  return {
    fallback,
    errors: (error: Error): FormErrors | null => {
      if (!(error instanceof ApiError) || !CHANGED_MEANWHILE.includes(error.status) || error.text === null)
        return serverErrors(error, fallback);
      onDone();
      toast('warning', error.text);
      return null;
    },
    done: t('Podaci uspešno sačuvani.'),
    onDone,
  };
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

const bodyOf = ({ guest_name, guest_phone }: GuestValues) => ({
  guest_name: guest_name.trim() || null,
  guest_phone: guest_phone.trim() || null,
});

interface OwnDialogProps {
  title: string;
  appointment: Times;
  onClose: () => void;
  children: ReactNode;
}

function OwnDialog({ appointment, ...rest }: OwnDialogProps) {
  return <Dialog {...rest} lead={whenInWords(appointment, useToday())} hasCloseButton={false} />;
}

interface OwnChangeProps {
  appointment: Appointment;
  onClose: () => void;
}

/** The dialog in which a client names another person who comes instead. With both fields empty, the client comes. */
export function GuestDialog({ appointment, onClose }: OwnChangeProps) {
  const { id, guest_name, guest_phone } = appointment;
  const form = useSubmitForm({
    ...useOwnChange(onClose, t('Greška pri čuvanju gosta.')),
    start: { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' },
    check: (values) => guestErrors(appointment, values),
    send: (values) => request('POST /appointments/{id}/guest', { params: { id }, body: bodyOf(values) }),
  });
  return (
    <OwnDialog title={t('Dolazi neko drugi')} appointment={appointment} onClose={onClose}>
      <DialogForm form={form}>
        <p className="text-small text-soft">{t('Ako dolazite vi, ostavite oba polja prazna.')}</p>
        <TextField {...form.field('guest_name')} label={t('Ime')} autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field('guest_phone')} label={t('Telefon')} type="tel" autoComplete="off" />
      </DialogForm>
    </OwnDialog>
  );
}

export function ChangeServiceDialog({ of, appointment, onClose }: Omit<CancelOwnDialogProps, 'isPage'>) {
  const services = useServices().data;
  const start = servicesText(appointment);
  const form = useSubmitForm({
    ...useOwnChange(onClose, t('Greška pri čuvanju usluge.')),
    done: t('Usluga je promenjena.'),
    start: { service_id: start },
    send: ({ service_id }): Promise<unknown> => {
      const body = servicesBody(serviceIdsIn(service_id));
      return 'id' in of
        ? request('POST /appointments/{id}/service', { params: of, body })
        : request('POST /guest-link/service', { body: { ...of, ...body } });
    },
    isDirty: () => false, // no warning before closing, because the dialog has no typed text
  });
  const chosen = form.values.service_id;
  const ids: readonly number[] = serviceIdsIn(chosen);
  const minutes = minutesOfServices(services?.filter((one) => ids.includes(one.id)) ?? []);
  const submit = () => (chosen === start ? onClose() : form.submit());
  return (
    <OwnDialog title={t('Promeni uslugu')} appointment={appointment} onClose={onClose}>
      <DialogForm form={{ ...form, submit }}>
        <ServiceField
          {...form.field('service_id')}
          isForSeveral
          own={appointment}
          hint={longServiceHint(minutes, appointment, ids.length)}
        />
      </DialogForm>
    </OwnDialog>
  );
}

interface TooLateDialogProps extends Omit<OwnDialogProps, 'children'> {
  text: string;
  children?: ReactNode;
}

/** Says that the deadline for a change has passed. Offers other actions and a call to the salon. docs/spec/behaviour.md §5.6 */
export function TooLateDialog({ text, children, ...dialog }: TooLateDialogProps) {
  const phone = useSalon().data?.phone;
  return (
    <OwnDialog {...dialog}>
      <div className="grid gap-4">
        <Warning>{text}</Warning>
        {children}
        <div className="grid gap-2">
          <CallButton phone={phone} />
          <Button variant="quiet" isBlock onClick={dialog.onClose}>
            {t('Zatvori')}
          </Button>
        </div>
      </div>
    </OwnDialog>
  );
}

/** Whether a booking can still be changed, and the texts about the salon's deadlines that have passed. docs/spec/behaviour.md §5.6 §5.21 */
export function useDeadlines(booking: Appointment | GuestBooking) {
  const now = useNow();
  const { move_until_hours = 0, cancel_until_hours = 0, late_cancel_hours = 0 } = useSalon().data ?? {};
  if (now === null) return {};
  const start = booking.start_datetime;
  const move = moveRefusal(now, start, move_until_hours);
  const cancel = cancellationRefusal(now, start, cancel_until_hours);
  return {
    isAhead: !actionRefusal('cancel', booking, 'CLIENT', now),
    tooLateToMove: move && textOfError(move, move_until_hours),
    tooLateToCancel: cancel && textOfError(cancel, cancel_until_hours),
    late:
      isLateCancellation(now, start, late_cancel_hours) &&
      t('Do termina je ostalo manje od {hours}. Salon će videti da je otkazivanje kasno.', {
        hours: counted(late_cancel_hours, HOURS),
      }),
  };
}

/** Offers to move the booking instead of canceling it. */
function MoveCard({ to }: { to: string }) {
  return (
    <div className="relative flex items-center gap-3.5 rounded-card border border-edge p-3.5 hover:bg-blush">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-blush text-link">
        <CalendarSync />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="basis-28 grow text-small text-balance">{t('Odgovara vam drugo vreme?')}</span>
        <Link
          to={to}
          className="inline-flex min-h-11 items-center text-small font-semibold text-link after:absolute after:inset-0 after:rounded-card"
        >
          {t('Pomeri termin')}
        </Link>
      </span>
    </div>
  );
}

export interface CancelOwnDialogProps {
  of: BookingOf;
  appointment: Appointment | GuestBooking;
  /** Whether the page itself says that the booking has been canceled. */
  isPage: boolean;
  onClose: () => void;
}

export function CancelOwnDialog({ of, appointment, isPage, onClose }: CancelOwnDialogProps) {
  const today = useToday();
  const { onDone, errors } = useOwnChange(onClose, ''); // no fallback text: CancelDialog has its own
  const cancel = useMutation({
    mutationFn: (reason: string): Promise<unknown> =>
      'id' in of
        ? request('POST /appointments/{id}/cancel', { params: of, body: { reason } })
        : request('POST /guest-link/cancel', { body: { ...of, reason } }),
    onSuccess: () => {
      if ('token' in of && guestTicket(of.token))
        keepGuestTicket({
          ...of,
          end: appointment.end_datetime,
          known: knownOf({ ...appointment, status: 'CANCELLED' }),
        });
      onDone();
      if (!isPage) toast('success', t('Termin je otkazan.'));
      focusHeading(); // the booking's card disappears, and with it the button that has the focus
    },
    onError: (error) => void errors(error),
  });
  const { isAhead, tooLateToMove, tooLateToCancel, late } = useDeadlines(appointment);
  const refused =
    errorCode(cancel.error) === 'cancel_too_late' ? errorText(cancel.error, '') : tooLateToCancel;
  const moving = isAhead && !tooLateToMove && <MoveCard to={movePath(of)} />;
  if (refused)
    return (
      <TooLateDialog
        title={t('Otkazivanje termina')}
        appointment={appointment}
        text={refused}
        onClose={onClose}
      >
        {moving}
      </TooLateDialog>
    );
  return (
    <CancelDialog
      giveUp={t('Zadrži termin')}
      submit={t('Otkaži termin')}
      cancel={cancel}
      lead={whenInWords(appointment, today)}
      hint={
        <>
          {moving}
          {late && <Warning>{late}</Warning>}
        </>
      }
      reasons={CANCEL_REASONS.CLIENT.map((reason) => t(reason))}
      readers={t('Vidi ga samo salon.')}
      onClose={onClose}
    />
  );
}
