import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useMemo, useState } from 'react';
import { dateOf } from '#domain/wall-clock.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import {
  type AdminNotificationTab,
  NO_UNREAD,
  notificationQueries,
  unreadInWords,
} from '../lib/queries/notification-queries.ts';
import { OF_LISTS, TO_PANEL } from '../lib/routing/owners-page.tsx';
import { Badge } from '../ui/badge.tsx';
import { useIsRail } from '../ui/browser.ts';
import { EmptyState, ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { VirtualRows } from '../ui/virtual-rows.tsx';
import { type AdminCard, adminNotificationsQuery, cardsOf, idsOf, isUnread } from './admin-notifications.ts';
import { AdminNotificationRow } from './admin-row.tsx';
import {
  type AdminNotification,
  adminInbox,
  callsOf,
  freedOf,
  type Inbox,
  useFreedSlots,
  useMarkRead,
} from './inbox.ts';
import { BulkActions, placeInDay } from './notification-row.tsx';

/** The tabs, labeled as in docs/spec/texts.md §2.4: id in the URL, type, label, text for an empty list, and the words that name the type in the question before a deletion. */
const TABS = [
  ['sve', 'ALL', 'Sve', 'Još nema notifikacija.', ''],
  ['novi-termini', 'NEW_BOOKING', 'Novi termini', 'Nema novih termina.', ' o novim terminima'],
  ['otkazani', 'CANCELLED', 'Otkazani', 'Nema otkazanih termina.', ' o otkazanim terminima'],
  ['novi-klijenti', 'NEW_CLIENT', 'Novi klijenti', 'Nema novih klijentkinja.', ' o novim klijentkinjama'],
] as const;

/** From 1024 px the head is one line that stays at the top. */
const HEAD =
  '[html:has(&)]:scroll-pt-[7rem] sticky low:static top-0 z-3 -mx-(--gap) -mt-3 mb-5 flex h-14 items-start gap-8 bg-paper px-(--gap) pt-2 shadow-[inset_0_-1px_var(--color-line)]';

/** The page /admin/notifications: bookings, cancellations, registrations, and guests to call (docs/spec/product.md §2.16). */
export default function NotificationsPage() {
  const [chosen, setChosen] = useTab(['sve', 'novi-termini', 'otkazani', 'novi-klijenti']);
  const { data: unread = NO_UNREAD } = useQuery(notificationQueries.unreadByTab());
  const [, shown, , empty, about] = TABS.find(([id]) => id === chosen) ?? TABS[0];
  const isRail = useIsRail();
  const inbox = useMemo(() => adminInbox(shown), [shown]);
  const query = useInfiniteQuery(adminNotificationsQuery(shown));
  const bulkIn = (place: 'bar' | 'head') => (
    <BulkActions
      inbox={inbox}
      markAllLabel="Pročitaj sve"
      deleteAllQuestion={`Obrisati sve notifikacije${about}? Ova radnja je nepovratna.`}
      place={place}
    />
  );
  const tabs = TABS.map(([id, type, label]) => ({
    id,
    label,
    badge: <Badge count={unread[type]} />,
    description: unreadInWords(unread[type]),
  }));
  return (
    <Page width="admin" className={OF_LISTS}>
      {!isRail && <PageHead title="Notifikacije" back={TO_PANEL} />}
      <Tabs
        label="Notifikacije"
        tabs={tabs}
        chosen={chosen}
        onChoose={setChosen}
        wrap={
          isRail &&
          ((tabList) => (
            <div className={HEAD}>
              <h1 tabIndex={-1} className="mt-1">
                Notifikacije
              </h1>
              {tabList}
              {query.data?.length ? bulkIn('head') : null}
            </div>
          ))
        }
      >
        <AdminNotificationList
          key={shown}
          tab={shown}
          inbox={inbox}
          empty={empty}
          foot={isRail ? null : bulkIn('bar')}
        />
      </Tabs>
    </Page>
  );
}

const ROW_PX = 65;
const UNKNOWN_COUNT = -1; // the value of `aria-setsize` while not all pages of the list are loaded

interface ListProps {
  tab: AdminNotificationTab;
  inbox: Inbox;
  empty: string;
  foot: ReactNode;
}

function AdminNotificationList({ tab, inbox, empty, foot }: ListProps) {
  const query = useInfiniteQuery(adminNotificationsQuery(tab));
  const today = useToday();
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
    const created = cards.map(({ notification }) => notification);
    const count = query.hasNextPage ? UNKNOWN_COUNT : cards.length;
    return (
      <VirtualRows as="ul" rows={cards} rowPx={ROW_PX}>
        {(card, { ref }, index) => (
          <AdminNotificationRow
            key={card.id}
            card={card}
            tab={tab}
            today={today || dateOf(card.notification.created_at)}
            freeState={freeStateOf(freedOf(card.notification))}
            inbox={inbox}
            onOpen={open}
            onRead={markRead}
            place={{ ...placeInDay(created, index), index, count }}
            rowRef={ref}
          />
        )}
      </VirtualRows>
    );
  };
  return (
    <>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju notifikacija."
        skeleton={<ListSkeleton rows={5} />}
        empty={
          <EmptyState title={empty} isCard>
            {tab === 'ALL' && (
              <p className="text-soft">Ovde stižu nove rezervacije, otkazivanja i novi nalozi.</p>
            )}
          </EmptyState>
        }
      >
        {(rows) => (
          <>
            {list(rows)}
            <LoadMore query={query} className="mt-3" />
            {foot}
          </>
        )}
      </Loaded>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}
