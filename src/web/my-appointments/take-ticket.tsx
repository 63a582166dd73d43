import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { errorCode, request, serverErrors } from '../lib/api.ts';
import { serviceNamesOf } from '../lib/appointment/services-body.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { guestLinkQuery } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import {
  dropGuestTicket,
  type GuestTicket,
  guestTicket,
  keepGuestTicket,
  useGuestTickets,
} from '../lib/session/guest-tickets.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';

interface TakeTicketProps {
  token: string;
  /** Rendered if the booking is over or cancelled. */
  otherwise?: ReactNode;
  /** Called when the booking was added to the account. */
  onTaken: () => void;
  /** Called when the client does not want the booking in the account. */
  onRefused: () => void;
}

/** Asks a client whether the booking of a guest's link goes into the account; only while it is booked. */
function TakeTicket({ token, otherwise, onTaken, onRefused }: TakeTicketProps) {
  const { data: booking, isPending } = useQuery(guestLinkQuery(token));
  const today = useToday();
  const form = useSubmitForm({
    start: {},
    send: () => request('POST /auth/me/tickets', { body: { token } }),
    // the link was just shown, so it is not dead: the booking belongs to an account
    errors: (error) =>
      errorCode(error) === 'guest_link_dead'
        ? { text: t('Ovaj termin je već u nekom nalogu, pa ne može da se doda.') }
        : serverErrors(error, t('Termin nije dodat u nalog.')),
    fallback: '',
    done: t('Termin je u vašem nalogu.'),
    refetches: true,
    onDone: onTaken,
  });
  if (isPending) return null;
  if (booking?.status !== 'BOOKED') return otherwise;
  return (
    <Dialog title={t('Dodati ovaj termin u vaš nalog?')} onClose={onRefused} hasCloseButton={false}>
      <DialogForm form={form} submit={t('Dodaj')} giveUp={t('Ne, hvala')}>
        <p>
          <b className="block font-semibold">{whenInWords(booking, today)}</b>
          {[serviceNamesOf(booking), booking.guest_name].filter(Boolean).join(', ')}
        </p>
        <p className="text-soft">
          {t('U nalogu ga vidite na svakom uređaju, menjate ga i dobijate podsetnik.')}
        </p>
      </DialogForm>
    </Dialog>
  );
}

/** The question about the booking of an opened link. */
export function TakeOpenedTicket({ token }: { token: string }) {
  const [isRefused, setIsRefused] = useState(false);
  const [, navigate] = useLocation();
  const show = () => {
    dropGuestTicket(token);
    navigate(paths.appointments);
  };
  const refuse = () => {
    const ticket = guestTicket(token);
    if (ticket) keepGuestTicket({ ...ticket, isAsked: true }); // other pages do not ask again
    setIsRefused(true);
  };
  return isRefused || guestTicket(token)?.isAsked ? null : (
    <TakeTicket token={token} onTaken={show} onRefused={refuse} />
  );
}

/** Asks about the first of the tickets whose booking is ahead. */
function AskAbout({ tickets: [ticket, ...rest] }: { tickets: readonly GuestTicket[] }) {
  if (!ticket) return null;
  const { token } = ticket;
  return (
    <TakeTicket
      key={token}
      token={token}
      otherwise={<AskAbout tickets={rest} />}
      onTaken={() => dropGuestTicket(token)}
      onRefused={() => keepGuestTicket({ ...ticket, isAsked: true })}
    />
  );
}

/** Asks a client once about each ticket on this device, one after the other. docs/spec/behaviour.md §21.1 */
export default function TakeTickets() {
  return <AskAbout tickets={useGuestTickets(useNow()).filter(({ isAsked }) => !isAsked)} />;
}
