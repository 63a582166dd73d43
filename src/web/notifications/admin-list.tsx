import { useInfiniteQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { Loaded } from '../lib/loaded.tsx';
import { type AdminNotificationTab, notificationQueries } from '../lib/notification-queries.ts';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { VirtualRows } from '../ui/virtual-rows.tsx';
import { AdminNotificationCard } from './admin-card.tsx';
import { type AdminNotification, adminInbox, useMarkRead } from './inbox.ts';
import { BulkActions, LoadMore } from './list-actions.tsx';

const FALLBACK = 'Greška pri učitavanju notifikacija.';
const CARD_PX = 180;
const GAP_PX = 8; // gap-2

export interface TabTexts {
  /** In the page's address. */
  id: string;
  tab: AdminNotificationTab;
  label: string;
  empty: string;
  /** Asked before all of the tab are deleted. */
  deleteAll: string;
}

/** One tab's notifications, with what is done to all of them at the end. */
export function AdminNotificationList({ texts }: { texts: TabTexts }) {
  const query = useInfiniteQuery(notificationQueries.admin(texts.tab));
  const inbox = useMemo(() => adminInbox(texts.tab), [texts.tab]);
  const marking = useMarkRead(inbox);
  const [openId, setOpenId] = useState<number | null>(null);
  const markRead = ({ id, read_at }: AdminNotification) => {
    if (read_at === null) marking.mutate(id);
  };
  const open = (notification: AdminNotification) => {
    if (notification.appointment_id === null) return toast('info', 'Nema termina');
    setOpenId(notification.appointment_id);
    markRead(notification);
  };
  return (
    <>
      <Loaded
        query={query}
        fallback={FALLBACK}
        skeleton={<ListSkeleton rows={5} />}
        empty={<EmptyState title={texts.empty} isCard />}
      >
        {(rows) => (
          <>
            <VirtualRows as="ul" rows={rows} rowPx={CARD_PX} gapPx={GAP_PX} className="grid gap-2">
              {(notification, index, rowRef) => (
                <AdminNotificationCard
                  key={notification.id}
                  notification={notification}
                  tab={texts.tab}
                  inbox={inbox}
                  onOpen={open}
                  onRead={markRead}
                  place={{ index, count: rows.length }}
                  rowRef={rowRef}
                />
              )}
            </VirtualRows>
            <LoadMore query={query} className="mt-3" />
            <BulkActions
              inbox={inbox}
              markAllLabel="Pročitaj sve"
              deleteAllQuestion={texts.deleteAll}
              deleteAllLook={{
                variant: 'quiet',
                className: 'text-error! hover:border-error! hover:bg-error-tint!',
              }}
              className="mt-5 grid-cols-2"
            />
          </>
        )}
      </Loaded>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}
