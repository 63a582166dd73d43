import { useInfiniteQuery } from '@tanstack/react-query';
import { useLayoutEffect } from 'react';
import { t } from '#domain/language/translate.ts';
import { isSalonsChange, MOVES } from '#domain/salons-changes.ts';
import { ChangeCard } from '../lib/appointment/change-card.tsx';
import { serviceIdsOf } from '../lib/appointment/services-body.ts';
import { useNow } from '../lib/clock/clock.ts';
import { notificationQueries } from '../lib/queries/notification-queries.ts';
import { appointmentQueries, useUpcoming } from '../lib/queries/queries.ts';
import { bookingPath, movePath } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { type ClientNotification, clientInbox, useMarkRead } from './inbox.ts';

const UNREAD = { isUnreadOnly: true, type: '' } as const;

/** The link to a new time: for a moved booking its move, for a lost one the same services of the same technician. */
function NextStep({ type, appointment_id, appt_start }: ClientNotification) {
  const upcoming = useUpcoming().data ?? [];
  const past = useInfiniteQuery(appointmentQueries.past()).data ?? [];
  if (MOVES.includes(type)) {
    const moved = upcoming.find(({ id }) => id === appointment_id);
    return (
      moved && (
        <ButtonLink to={movePath(moved)} variant="quiet">
          {t('Pomeri termin')}
        </ButtonLink>
      )
    );
  }
  const lost = past.find((row) => row.status === 'CANCELLED' && row.start_datetime === appt_start);
  const same = lost && { services: serviceIdsOf(lost), technician: lost.technician_id ?? null };
  return <ButtonLink to={bookingPath(same ?? {})}>{t('Izaberi novi termin')}</ButtonLink>;
}

/**
 * What the salon has canceled or moved of the client's bookings, until she has confirmed it. Calls `onKnown` before the first paint that
 * shows it, or that shows that there is nothing. docs/spec/behaviour.md §5.24
 */
export default function SalonChanges({ onKnown }: { onKnown: () => void }) {
  const now = useNow();
  const { data = [], isLoading } = useInfiniteQuery(notificationQueries.client(UNREAD));
  const marking = useMarkRead(clientInbox);
  const isKnown = !useUpcoming().isLoading && !isLoading && now !== null;
  useLayoutEffect(() => {
    if (isKnown) onKnown();
  }, [isKnown, onKnown]);
  const changes = isKnown ? data.filter((one) => one.read_at === null && isSalonsChange(one, now)) : [];
  if (changes.length === 0) return null;
  return (
    <section aria-label={t('Šta je salon promenio')} className="mt-4 grid gap-3">
      {changes.map((one) => (
        <ChangeCard
          key={one.id}
          text={one.text ?? one.message}
          reason={one.reason ?? null}
          moved={one.was_start && one.appt_start ? { from: one.was_start, to: one.appt_start } : null}
          onSeen={() => marking.mutate([one.id])}
        >
          <NextStep {...one} />
        </ChangeCard>
      ))}
    </section>
  );
}
