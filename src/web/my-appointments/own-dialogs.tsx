import { useMutation } from '@tanstack/react-query';
import { CalendarSync } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import { cancellationRefusal, isLateCancellation, moveRefusal } from '#domain/appointments/appointments.ts';
import { minutesOfServices, serviceIdsIn, servicesText } from '#domain/appointments/lines.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { guestAfter } from '#domain/clients/booked-person.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { longServiceHint } from '#domain/wording/booked-services.ts';
import { counted, HOURS } from '#domain/wording/numbers.ts';
import { CancelDialog } from '../appointments/cancel-dialog.tsx';
import { ServiceField } from '../booking/service-select.tsx';
import { ApiError, errorCode, errorText, request, serverErrors } from '../lib/api.ts';
import { servicesBody } from '../lib/appointment/services-body.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useSalon, useServices } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { focusHeading } from '../ui/page.tsx';
import { CallButton } from '../ui/phone-links.tsx';
import { toast } from '../ui/toast.ts';
import type { FormErrors } from '../ui/use-form.ts';
import { Warning } from '../ui/warning.tsx';

const CHANGED_MEANWHILE: readonly number[] = [404, 409];

/** Functions that close a dialog and refetch: `close` always, `hasClosedOn` only if an error says that the row has changed (404, 409). */
function useOutcome(onClose: () => void) {
  const invalidate = useInvalidateAppointments();
  const close = () => {
    onClose();
    invalidate();
  };
  const hasClosedOn = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || !CHANGED_MEANWHILE.includes(error.status) || error.text === null)
      return false;
    close();
    toast('warning', error.text);
    return true;
  };
  return { close, hasClosedOn };
}

/** Options of a form that changes the user's own appointment in a dialog. */
function useOwnChange(fallback: string, onClose: () => void) {
  const { close, hasClosedOn } = useOutcome(onClose);
  return {
    fallback,
    errors: (error: Error) => (hasClosedOn(error) ? null : serverErrors(error, fallback)),
    done: 'Podaci uspešno sačuvani.',
    onDone: close,
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
    ...useOwnChange('Greška pri čuvanju gosta.', onClose),
    start: { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' },
    check: (values) => guestErrors(appointment, values),
    send: (values) => request('POST /appointments/{id}/guest', { params: { id }, body: bodyOf(values) }),
  });
  return (
    <OwnDialog title="Podaci o gostu" appointment={appointment} onClose={onClose}>
      <DialogForm form={form}>
        <p className="text-small text-soft">Ako dolazite vi, ostavite oba polja prazna.</p>
        <TextField {...form.field('guest_name')} label="Ime" autoComplete="off" autoCapitalize="words" />
        <TextField {...form.field('guest_phone')} label="Telefon" type="tel" autoComplete="off" />
      </DialogForm>
    </OwnDialog>
  );
}

export function ChangeServiceDialog({ appointment, onClose }: OwnChangeProps) {
  const { id } = appointment;
  const services = useServices().data;
  const start = servicesText(appointment);
  const form = useSubmitForm({
    ...useOwnChange('Greška pri čuvanju usluge.', onClose),
    start: { service_id: start },
    send: ({ service_id }) =>
      request('POST /appointments/{id}/service', {
        params: { id },
        body: servicesBody(serviceIdsIn(service_id)),
      }),
    isDirty: () => false, // no warning before closing, because the dialog has no typed text
  });
  const chosen = form.values.service_id;
  const ids: readonly number[] = serviceIdsIn(chosen);
  const minutes = minutesOfServices(services?.filter((one) => ids.includes(one.id)) ?? []);
  const submit = () => (chosen === start ? onClose() : form.submit());
  return (
    <OwnDialog title="Promeni uslugu" appointment={appointment} onClose={onClose}>
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

type TooLate = { text: string; children?: ReactNode };

/** Says that the deadline for a change has passed. Offers other actions and a call to the salon. docs/spec/behaviour.md §5.6 */
function TooLateDialog({ text, children, ...dialog }: Omit<OwnDialogProps, 'children'> & TooLate) {
  const phone = useSalon().data?.phone;
  return (
    <OwnDialog {...dialog}>
      <div className="grid gap-4">
        <Warning>{text}</Warning>
        {children}
        <div className="grid gap-2">
          <CallButton phone={phone} />
          <Button variant="quiet" isBlock onClick={dialog.onClose}>
            Zatvori
          </Button>
        </div>
      </div>
    </OwnDialog>
  );
}

/** The link 'Pomeri termin'; after the deadline a button that explains the rule. docs/spec/behaviour.md §5.21 */
export function MoveAct({ start, to, onTooLate }: { start: WallTime; to: string; onTooLate: () => void }) {
  const now = useNow();
  const untilHours = useSalon().data?.move_until_hours ?? 0;
  if (now === null || !moveRefusal(now, start, untilHours)) {
    return (
      <ButtonLink to={to} variant="text" isSmall>
        Pomeri termin
      </ButtonLink>
    );
  }
  return (
    <Button variant="text" isSmall aria-haspopup="dialog" onClick={onTooLate}>
      Pomeri termin
    </Button>
  );
}

export function MoveTooLate(own: Pick<OwnDialogProps, 'appointment' | 'onClose'>) {
  const text = textOfError('move_too_late', useSalon().data?.move_until_hours);
  return <TooLateDialog {...own} title="Pomeranje termina" text={text} />;
}

const REASONS = ['Bolest', 'Posao', 'Druge obaveze'] as const;

/** Warns that the cancellation is late, but does not prevent it. */
function LateHint({ start }: { start: WallTime }) {
  const now = useNow();
  const lateHours = useSalon().data?.late_cancel_hours;
  if (now === null || lateHours === undefined || !isLateCancellation(now, start, lateHours)) return null;
  return (
    <Warning>{`Do termina je ostalo manje od ${counted(lateHours, HOURS)}. Salon će videti da je otkazivanje kasno.`}</Warning>
  );
}

/** In the cancellation dialog, offers to move the booking instead, while the salon's deadline for moves allows it. */
function MoveCard({ start, moveTo }: { start: WallTime; moveTo: string | undefined }) {
  const now = useNow();
  const untilHours = useSalon().data?.move_until_hours;
  if (moveTo === undefined || now === null || untilHours === undefined) return null;
  if (now >= start || moveRefusal(now, start, untilHours)) return null;
  return (
    <div className="relative flex items-center gap-3.5 rounded-card border border-edge p-3.5 hover:bg-blush">
      <span className="grid size-10 shrink-0 place-items-center rounded-full bg-blush text-link">
        <CalendarSync />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-3">
        <span className="basis-28 grow text-small text-balance">Odgovara vam drugo vreme?</span>
        <Link
          to={moveTo}
          className="inline-flex min-h-11 items-center text-small font-semibold text-link after:absolute after:inset-0 after:rounded-card"
        >
          Pomeri termin
        </Link>
      </span>
    </div>
  );
}

/** The text that it is too late to cancel, from the page's own check or the server's error; null if it is not too late. docs/spec/behaviour.md §5.6 */
function useTooLateText(start: WallTime, error: Error | null): string | null {
  const now = useNow();
  const hours = useSalon().data?.cancel_until_hours;
  if (errorCode(error) === 'cancel_too_late') return errorText(error, '');
  const refusal = now !== null && hours !== undefined && cancellationRefusal(now, start, hours);
  return refusal ? textOfError(refusal, hours) : null;
}

export interface CancelOwnDialogProps {
  appointment: Times;
  /** The address of the page where the user can move the booking instead. */
  moveTo?: string | undefined;
  cancel: (reason: string) => Promise<unknown>;
  onClose: () => void;
  onCancelled: () => void;
}

export function CancelOwnDialog({ appointment, moveTo, cancel, onClose, onCancelled }: CancelOwnDialogProps) {
  const today = useToday();
  const start = appointment.start_datetime;
  const { close, hasClosedOn } = useOutcome(onClose);
  const change = useMutation({
    mutationFn: cancel,
    onSuccess: () => {
      close();
      onCancelled();
      focusHeading(); // the booking's card disappears, and with it the button that has the focus
    },
    onError: (error) => void hasClosedOn(error),
  });
  const tooLate = useTooLateText(start, change.error);
  const moving = <MoveCard start={start} moveTo={moveTo} />;
  if (tooLate !== null)
    return (
      <TooLateDialog title="Otkazivanje termina" appointment={appointment} text={tooLate} onClose={onClose}>
        {moving}
      </TooLateDialog>
    );
  return (
    <CancelDialog
      cancel={change}
      lead={whenInWords(appointment, today)}
      hint={
        <>
          {moving}
          <LateHint start={start} />
        </>
      }
      reasons={REASONS}
      readers="Vidi ga samo salon."
      onClose={onClose}
    />
  );
}
