import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedAppointment } from '#contract/appointments.ts';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { minutesBetween, type WallDate, type WallTime, yearsFrom } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { timeLeftToPay } from '#domain/wording/deposits.ts';
import { shortTimes } from '#domain/wording/near-days.ts';
import RequestActs from '../appointments/request-acts.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { POLLED, queryOf } from '../lib/queries/queries.ts';
import type { Opening } from '../salon-appointments/appointment-rows.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { focusHeading, ListSkeleton, Section } from '../ui/page.tsx';
import { useFocusKept } from '../ui/use-focus-kept.ts';

const SOON_MINUTES = 90;

/** The bookings that wait for the salon, by start. */
const waitingQuery = (today: WallDate | null) =>
  queryOptions({
    ...queryOf(
      ['appointments', 'requests', today],
      'GET /appointments/list',
      today && { query: { from: today, to: yearsFrom(today, SLOT_RANGE_YEARS), request: 'WAITING' } },
    ),
    ...POLLED,
  });

const personNote = ({ client_id, guest_name }: ListedAppointment): string | null =>
  client_id === null ? 'gošća' : guest_name && 'za drugu osobu';

function RequestRow({ row, now, onOpen }: Opening & { row: ListedAppointment; now: WallTime }) {
  const today = useToday();
  const waiting = awaited(row.request);
  if (!waiting || !today) return null;
  const { start_datetime, end_datetime, service_name, technician_name } = row;
  const isSoon = minutesBetween(now, waiting.until) < SOON_MINUTES;
  const times = shortTimes(start_datetime, end_datetime, today);
  return (
    <li data-appointment-id={row.id} className="relative grid gap-2 px-4 py-3.5">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 wrap-break-word">
          <p className="font-semibold">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(row)}
              className="max-w-full text-left after:absolute after:inset-0 after:content-['']"
            >
              {personOf(row)}
            </button>
          </p>
          <p className="text-small text-soft empty:hidden">{personNote(row)}</p>
          <p className="text-small">{[times, service_name, technician_name].filter(Boolean).join(', ')}</p>
        </div>
        <p
          className={cx('shrink-0 text-small tabular-nums', isSoon ? 'font-semibold text-warn' : 'text-soft')}
        >
          {timeLeftToPay(now, waiting.until) || 'rok je istekao'}
        </p>
      </div>
      <RequestActs row={row} />
    </li>
  );
}

/** The bookings that wait for the salon's answer. Renders nothing if there are none. docs/spec/behaviour.md §28.3 */
export default function WaitingRequests({ onOpen }: Opening) {
  const now = useNow();
  const query = useQuery(waitingQuery(useToday()));
  const rows = query.data ?? [];
  useFocusKept(
    rows.map(({ id }) => id),
    focusHeading,
  );
  if (query.data?.length === 0) return null;
  return (
    <Section title="Zahtevi koji čekaju" aside={rows.length > 0 && <b>{rows.length}</b>}>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju zahteva koji čekaju."
        skeleton={<ListSkeleton rows={1} />}
      >
        {(found) =>
          now !== null && (
            <List>
              {found.map((row) => (
                <RequestRow key={row.id} row={row} now={now} onOpen={onOpen} />
              ))}
            </List>
          )
        }
      </Loaded>
    </Section>
  );
}
