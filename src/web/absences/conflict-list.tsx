import { CalendarX2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { settledInWords } from '#domain/wording/absences.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { CancelAppointment } from '../appointments/cancel-appointment.tsx';
import { Button } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { ConflictRow, SettledRow } from './conflict-row.tsx';
import { useSettled } from './settled.ts';

const TITLE = 'Zakazani tih dana';
const FIRST_COUNT = 6;
/** Of them, what was settled: so that it is seen that something was. */
const FIRST_SETTLED_COUNT = 3;

function Progress({ settled, all }: { settled: number; all: number }) {
  return (
    <div aria-hidden="true" className="mt-2 h-1.5 overflow-hidden rounded-pill bg-line">
      <div
        className="h-full rounded-pill bg-ok transition-[width]"
        style={{ width: `${(100 * settled) / all}%` }}
      />
    </div>
  );
}

/** When a row that had the focus is gone, the heading takes it. */
function useFocusKept(count: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(count);
  useEffect(() => {
    const isShorter = count < last.current;
    last.current = count;
    if (isShorter && document.activeElement === document.body)
      heading.current?.focus({ preventScroll: true });
  }, [count]);
  return heading;
}

export interface ConflictListProps {
  appointments: readonly Appointment[];
  days: AbsenceDays;
  today: WallDate;
  /** How many there were when the absence was saved; null: it is not saved, or this was not counted. */
  metCount: number | null;
  /** The heading's level on its page. */
  level: 2 | 4;
  /** Others are being fetched: these are not to be cancelled any more. */
  isStale?: boolean;
  onCancelAll: () => void;
}

/** The bookings while the salon is closed, as a list of work: what is settled sinks, and is counted. */
export function ConflictList({
  appointments,
  days,
  today,
  metCount,
  level,
  isStale,
  onCancelAll,
}: ConflictListProps) {
  const settled = useSettled(appointments, days, today);
  const [isWhole, setIsWhole] = useState(false);
  const heading = useFocusKept(appointments.length);
  const open = appointments.length;
  const all = metCount === null ? open + settled.length : Math.max(metCount, open);
  if (all === 0) return null;
  const settledShown = isWhole ? settled : settled.slice(0, FIRST_SETTLED_COUNT);
  const shown = isWhole ? appointments : appointments.slice(0, FIRST_COUNT - settledShown.length);
  const hidden = open + settled.length - shown.length - settledShown.length;
  const Heading = level === 2 ? 'h2' : 'h4';
  return (
    <section>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading ref={heading} tabIndex={-1} className={level === 4 ? 'font-semibold' : undefined}>
          {TITLE}
        </Heading>
        <span role="status" className="text-small font-semibold tabular-nums">
          {settledInWords(all - open, all)}
        </span>
      </div>
      <Progress settled={all - open} all={all} />
      {open > 0 && (
        <Button
          variant="quiet"
          isBusy={isStale}
          onClick={onCancelAll}
          className="mt-4 text-error! max-md:w-full"
        >
          {!isStale && <CalendarX2 aria-hidden="true" size={20} strokeWidth={1.75} />}
          Otkaži sve i javi ({open})
        </Button>
      )}
      <Rows appointments={shown} settled={settledShown} />
      {hidden > 0 && <ShowMore count={hidden} onShow={() => setIsWhole(true)} />}
    </section>
  );
}

interface RowsProps {
  appointments: readonly Appointment[];
  settled: ReturnType<typeof useSettled>;
}

function Rows({ appointments, settled }: RowsProps) {
  const [moved, setMoved] = useState<number | null>(null);
  const [cancelled, setCancelled] = useState<Appointment | null>(null);
  return (
    <>
      {appointments.length + settled.length > 0 && (
        <List className="mt-3">
          {appointments.map((appointment) => (
            <ConflictRow
              key={appointment.id}
              appointment={appointment}
              onMove={() => setMoved(appointment.id)}
              onCancel={() => setCancelled(appointment)}
            />
          ))}
          {settled.map((one) => (
            <SettledRow key={one.row.id} settled={one} />
          ))}
        </List>
      )}
      {moved !== null && <AppointmentDialog id={moved} isEditing onClose={() => setMoved(null)} />}
      {cancelled && <CancelAppointment row={cancelled} onClose={() => setCancelled(null)} />}
    </>
  );
}

/** The rest of the rows; the first of them takes the focus that the button had. */
function ShowMore({ count, onShow }: { count: number; onShow: () => void }) {
  const place = useRef<HTMLDivElement>(null);
  const show = () => {
    const rows = place.current?.previousElementSibling;
    const next = rows?.querySelectorAll(':scope > [data-appointment-id]').length ?? 0;
    onShow();
    requestAnimationFrame(() => {
      const first = rows?.querySelectorAll<HTMLElement>(':scope > [data-appointment-id]')[next];
      first?.focus({ preventScroll: true });
    });
  };
  return (
    <div ref={place}>
      <Button variant="text" isSmall isBlock onClick={show} className="mt-1">
        Prikaži još {count}
      </Button>
    </div>
  );
}
