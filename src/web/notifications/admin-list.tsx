import { useState } from 'react';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { errorText } from '../lib/errors.ts';
import { Loaded } from '../lib/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { focusHeading } from '../ui/page.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { VirtualRows } from '../ui/virtual-rows.tsx';
import { AdminNotificationCard } from './admin-card.tsx';
import { useDeleteAll, useMarkAllRead, useMarkRead } from './admin-mutations.ts';
import { type AdminNotification, useAdminNotifications } from './admin-queries.ts';
import type { TabTexts } from './admin-tabs.ts';

const FALLBACK = 'Greška pri učitavanju notifikacija.';
const CARD_PX = 180;
const GAP_PX = 8; // gap-2

/** One tab's notices, with what is done to all of them at the end. */
export function AdminNotificationList({ texts }: { texts: TabTexts }) {
  const notices = useAdminNotifications(texts.tab);
  const mark = useMarkRead();
  const [openId, setOpenId] = useState<number | null>(null);
  const read = ({ id, read_at }: AdminNotification) => {
    if (read_at === null) mark.mutate(id);
  };
  const open = (notice: AdminNotification) => {
    if (notice.appointment_id === null) return toast('info', 'Nema termina');
    setOpenId(notice.appointment_id);
    read(notice);
  };
  return (
    <>
      <Loaded
        query={notices}
        fallback={FALLBACK}
        bones={<ListSkeleton rows={5} />}
        empty={<EmptyState title={texts.empty} isCard />}
      >
        {(rows) => (
          <>
            <VirtualRows as="ul" rows={rows} rowPx={CARD_PX} gapPx={GAP_PX} className="grid gap-2">
              {(notice, index, rowRef) => (
                <AdminNotificationCard
                  key={notice.id}
                  notice={notice}
                  tab={texts.tab}
                  onOpen={open}
                  onRead={read}
                  place={{ index, count: rows.length }}
                  rowRef={rowRef}
                />
              )}
            </VirtualRows>
            <AdminBulkActions texts={texts} />
          </>
        )}
      </Loaded>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

const DELETE_FALLBACK = 'Greška pri brisanju notifikacija.';

function ConfirmDeleteAll({ texts: { tab, deleteAll }, onClose }: { texts: TabTexts; onClose: () => void }) {
  const deletion = useDeleteAll(tab);
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        focusHeading();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      text={`${deleteAll} Ova radnja je nepovratna.`}
      onConfirm={confirm}
      onCancel={onClose}
      isBusy={deletion.isPending}
      error={deletion.error && errorText(deletion.error, DELETE_FALLBACK)}
    />
  );
}

/** What is done to all of the tab. */
function AdminBulkActions({ texts }: { texts: TabTexts }) {
  const [isAsking, setIsAsking] = useState(false);
  const marking = useMarkAllRead(texts.tab);
  return (
    <div className="mt-5 grid grid-cols-2 gap-2">
      <Button variant="quiet" isBusy={marking.isPending} onClick={() => marking.mutate()}>
        Pročitaj sve
      </Button>
      <Button
        variant="quiet"
        onClick={() => setIsAsking(true)}
        className="text-error! hover:border-error! hover:bg-error-tint!"
      >
        Obriši sve
      </Button>
      {isAsking && <ConfirmDeleteAll texts={texts} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
