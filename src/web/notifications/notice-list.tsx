import { useState } from 'react';
import { Loaded } from '../api/loaded.tsx';
import { AppointmentDialog } from '../appointment-dialog/appointment-dialog.tsx';
import { ListBones } from '../ui/part/bones.tsx';
import { EmptyState } from '../ui/part/empty-state.tsx';
import { toast } from '../ui/toast/toast.ts';
import { Windowed } from '../ui/windowed/windowed.tsx';
import { NoticeCard } from './notice-card.tsx';
import type { TabTexts } from './notice-tabs.ts';
import { NoticesFoot } from './notices-foot.tsx';
import { useMarkRead } from './use-notice-changes.ts';
import { type Notice, useNotices } from './use-notices.ts';

const FALLBACK = 'Greška pri učitavanju notifikacija.';
const CARD_PX = 180;

/** One tab's notices, with what is done to all of them at the end. */
export function NoticeList({ texts }: { texts: TabTexts }) {
  const notices = useNotices(texts.tab);
  const mark = useMarkRead();
  const [openId, setOpenId] = useState<number | null>(null);
  const read = ({ id, read_at }: Notice) => {
    if (read_at === null) mark.mutate(id);
  };
  const open = (notice: Notice) => {
    if (notice.appointment_id === null) return toast('info', 'Nema termina');
    setOpenId(notice.appointment_id);
    read(notice);
  };
  return (
    <>
      <Loaded
        query={notices}
        fallback={FALLBACK}
        bones={<ListBones rows={5} />}
        empty={<EmptyState title={texts.empty} isCard />}
      >
        {(rows) => (
          <>
            <div className="grid gap-2">
              <Windowed as="ul" rows={rows} rowPx={CARD_PX} className="grid gap-2">
                {(notice, index) => (
                  <NoticeCard
                    key={notice.id}
                    notice={notice}
                    tab={texts.tab}
                    onOpen={open}
                    onRead={read}
                    place={{ index, count: rows.length }}
                  />
                )}
              </Windowed>
            </div>
            <NoticesFoot texts={texts} />
          </>
        )}
      </Loaded>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}
