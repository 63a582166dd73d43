import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { useLocation } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { errorText } from '../lib/api.ts';
import { type Booked, RETRY_LOST, repeatSent } from '../lib/attempts.ts';
import { useNow } from '../lib/clock/clock.ts';
import { guestLinkQuery, useUpcoming } from '../lib/queries/queries.ts';
import { guestLinkPath } from '../lib/routing/paths.ts';
import { isSent } from '../lib/sent-booking.ts';
import { keepBooked, useGuestTickets } from '../lib/session/guest-tickets.ts';
import { toast } from '../ui/toasts/toast.ts';

interface OwnAlreadyProps {
  /** The id of the slot in the URL. */
  slot: number;
  onBooked: (booked: Booked) => void;
}

/** Repeats a booking whose response a reload has lost. */
function RepeatSent({ onBooked, onEnd }: { onBooked: (booked: Booked) => void; onEnd: () => void }) {
  const repeat = useMutation({
    mutationFn: repeatSent,
    ...RETRY_LOST,
    onSuccess: (booked) => {
      keepBooked(booked);
      onBooked(booked);
    },
    onError: (error) => {
      toast('error', errorText(error, t('Neuspešna rezervacija.')));
      onEnd();
    },
  });
  const start = useEffectEvent(() => repeat.mutate());
  useEffect(() => start(), []);
  return (
    <p role="status" className="fixed inset-0 z-30 grid place-items-center bg-paper">
      {t('Proveravamo vašu rezervaciju…')}
    </p>
  );
}

/** Shows the user's own ticket if the slot in the URL is hers already, instead of an error. docs/spec/behaviour.md §5.17 */
function ShowOwn({ slot }: { slot: number }) {
  const [, navigate] = useLocation();
  const ticket = useGuestTickets(useNow()).find(({ id }) => id === slot);
  const isClients = useUpcoming().data?.some(({ id }) => id === slot);
  const { data } = useQuery({ ...guestLinkQuery(ticket?.token ?? ''), enabled: !!ticket });
  const own = isClients ? slot : data?.status === 'BOOKED' && ticket?.token;
  useEffect(() => {
    if (own) navigate(guestLinkPath(own), { replace: true });
  }, [own, navigate]);
  return null;
}

/** What the user holds already: a booking that was sent before a reload, or the ticket of the slot in the URL. */
export default function OwnAlready({ slot, onBooked }: OwnAlreadyProps) {
  const [isRepeating, setIsRepeating] = useState(() => isSent(slot));
  if (isRepeating) return <RepeatSent onBooked={onBooked} onEnd={() => setIsRepeating(false)} />;
  return <ShowOwn slot={slot} />;
}
