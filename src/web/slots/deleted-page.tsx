import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeletedAppointment } from '#contract/history.ts';
import { isUnbooked, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { addDays, type WallDate } from '#domain/wall-clock.ts';
import { guestNote, NO_SERVICE_LABEL, personOf } from '#domain/wording/appointments.ts';
import { momentInWords } from '#domain/wording/dates.ts';
import { shortTimes } from '#domain/wording/near-days.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { AppointmentHistory, HistoryLead } from '../appointments/appointment-history.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { deletedQuery } from '../lib/queries/admin-queries.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { ownersPage } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { Dialog } from '../ui/dialog.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState, ListSkeleton, Page, PageHead } from '../ui/page.tsx';

const SHOWN_DAYS = 90;

const nameOf = (row: DeletedAppointment): string =>
  isUnbooked(row.status) ? STATUS_LABELS[row.status] : personOf(row);

/** What the appointment said: services, price, guest, attendance, status, technician, work and note. */
function saidBy(row: DeletedAppointment): string {
  const { status, service_name, service_price, attended, technician_name, work, notes, cancel_reason } = row;
  const booked = isUnbooked(status)
    ? []
    : [
        service_name ?? NO_SERVICE_LABEL,
        service_price === null ? null : priceText(service_price),
        guestNote(row),
        attended === null ? null : attended === 1 ? 'Došla' : 'Nije došla',
      ];
  const cancelled = status === 'CANCELLED' ? [STATUS_LABELS.CANCELLED, cancel_reason] : [];
  return [...booked, ...cancelled, technician_name, work, notes].filter(Boolean).join(', ');
}

function DeletedRow({
  row,
  today,
  onOpen,
}: {
  row: DeletedAppointment;
  today: WallDate;
  onOpen: () => void;
}) {
  return (
    <li className="relative grid gap-0.5 px-4 py-3 transition-colors hover:bg-blush">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className="justify-self-start text-left font-semibold outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link"
      >
        {`${nameOf(row)}, ${shortTimes(row.start_datetime, row.end_datetime, today)}`}
      </button>
      <p className="wrap-anywhere empty:hidden">{saidBy(row)}</p>
      <p className="text-small text-soft">
        {`Obrisano: ${row.deleted_by.name}, ${momentInWords(row.deleted_at, today)}`}
      </p>
    </li>
  );
}

function DeletedList({ today }: { today: WallDate }) {
  const query = useInfiniteQuery(deletedQuery({ from: addDays(today, -SHOWN_DAYS), to: today }));
  const [opened, setOpened] = useState<DeletedAppointment | null>(null);
  return (
    <>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju obrisanih termina."
        skeleton={<ListSkeleton rows={5} />}
        empty={<EmptyState title="Nema obrisanih termina." isCard />}
      >
        {(rows) => (
          <List>
            {rows.map((row) => (
              <DeletedRow key={row.id} row={row} today={today} onOpen={() => setOpened(row)} />
            ))}
          </List>
        )}
      </Loaded>
      <LoadMore query={query} className="mt-4" />
      {opened && (
        <Dialog title="Istorija" lead={<HistoryLead row={opened} />} onClose={() => setOpened(null)}>
          <AppointmentHistory row={opened} />
        </Dialog>
      )}
    </>
  );
}

/** The page /admin/deleted: bookings and blocks that were deleted in the last 90 days. docs/spec/behaviour.md §12.2 */
function DeletedPage() {
  const today = useToday();
  return (
    <Page width="admin">
      <PageHead
        title="Obrisani termini"
        back={{ to: paths.adminAppointments, label: 'Termini' }}
        lead={`Poslednjih ${SHOWN_DAYS} dana, bez slobodnih termina.`}
      />
      {today === null ? <ListSkeleton rows={5} /> : <DeletedList today={today} />}
    </Page>
  );
}

export default ownersPage(DeletedPage);
