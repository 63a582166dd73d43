import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ListedAppointment } from '#contract/appointments.ts';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { minutesBetween, type WallDate, type WallTime, yearsFrom } from '#domain/wall-clock.ts';
import { timeLeftToPay } from '#domain/wording/deposits.ts';
import RequestActs from '../appointments/request-acts.tsx';
import { OpenRow } from '../lib/appointment/value-row.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { POLLED, queryOf } from '../lib/queries/queries.ts';
import type { Opening } from '../salon-appointments/appointment-rows.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { Awaited, focusHeading, Section } from '../ui/page.tsx';
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
  const waiting = awaited(row.request);
  if (!waiting) return null;
  const isSoon = minutesBetween(now, waiting.until) < SOON_MINUTES;
  return (
    <OpenRow
      data-appointment-id={row.id}
      appointment={row}
      onOpen={onOpen}
      note={personNote(row)}
      facts={[row.service_name, row.technician_name]}
      aside={
        <span className={cx('text-small', isSoon ? 'font-semibold text-warn' : 'text-soft')}>
          {timeLeftToPay(now, waiting.until) || 'rok je istekao'}
        </span>
      }
    >
      <RequestActs row={row} />
    </OpenRow>
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
  if (query.isPending) return <Awaited />; // most salons have none
  if (query.data?.length === 0) return null;
  return (
    <Section title="Zahtevi koji čekaju" aside={rows.length > 0 && <b>{rows.length}</b>}>
      <Loaded query={query} fallback="Greška pri učitavanju zahteva koji čekaju." skeleton={null}>
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
