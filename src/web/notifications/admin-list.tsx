import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { dateOf } from '#domain/wall-clock.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { useToday } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import type { AdminNotificationTab } from '../lib/notification-queries.ts';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { VirtualRows } from '../ui/virtual-rows.tsx';
import { AdminNotificationCard } from './admin-card.tsx';
import { type AdminCard, adminNotificationsQuery, cardsOf, idsOf, isUnread } from './admin-cards.ts';
import { callsOf, freedOf, useFreedSlots } from './freed-slots.ts';
import { type AdminNotification, adminInbox, useMarkRead } from './inbox.ts';
import { BulkActions, LoadMore } from './list-actions.tsx';

const FALLBACK = 'Greška pri učitavanju notifikacija.';
const CARD_PX = 180;
const GAP_PX = 8; // gap-2
const UNKNOWN_COUNT = -1; // of `aria-setsize`: there are older ones

export interface TabTexts {
  /** In the page's address. */
  id: string;
  tab: AdminNotificationTab;
  label: string;
  empty: string;
  /** Asked before all of the tab are deleted. */
  deleteAll: string;
}

/** One tab's notifications, with what is done to all of them in a bar below. */
export function AdminNotificationList({ texts }: { texts: TabTexts }) {
  const query = useInfiniteQuery(adminNotificationsQuery(texts.tab));
  const today = useToday();
  const inbox = useMemo(() => adminInbox(texts.tab), [texts.tab]);
  const marking = useMarkRead(inbox);
  const [openId, setOpenId] = useState<number | null>(null);
  const freeStateOf = useFreedSlots(callsOf(query.data ?? []));
  const markRead = (card: AdminCard) => {
    if (isUnread(card)) marking.mutate(idsOf(card));
  };
  const open = (card: AdminCard) => {
    const { appointment_id } = card.notification;
    if (appointment_id === null) return toast('info', 'Nema termina');
    setOpenId(appointment_id);
    markRead(card);
  };
  const list = (rows: readonly AdminNotification[]) => {
    const cards = cardsOf(rows);
    const count = query.hasNextPage ? UNKNOWN_COUNT : cards.length;
    return (
      <VirtualRows as="ul" rows={cards} rowPx={CARD_PX} gapPx={GAP_PX} className="grid gap-2">
        {(card, index, rowRef) => (
          <AdminNotificationCard
            key={card.id}
            card={card}
            tab={texts.tab}
            today={today || dateOf(card.notification.created_at)}
            freeState={freeStateOf(freedOf(card.notification))}
            inbox={inbox}
            onOpen={open}
            onRead={markRead}
            place={{ index, count }}
            rowRef={rowRef}
          />
        )}
      </VirtualRows>
    );
  };
  return (
    <>
      <Loaded
        query={query}
        fallback={FALLBACK}
        skeleton={<ListSkeleton rows={5} />}
        empty={
          <EmptyState title={texts.empty} isCard>
            {texts.tab === 'ALL' && (
              <p className="text-soft">Ovde stižu nove rezervacije, otkazivanja i novi nalozi.</p>
            )}
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            {list(rows)}
            <LoadMore query={query} className="mt-3" />
            <BulkActions
              inbox={inbox}
              markAllLabel="Pročitaj sve"
              deleteAllQuestion={texts.deleteAll}
              isBar
            />
          </>
        )}
      </Loaded>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}
