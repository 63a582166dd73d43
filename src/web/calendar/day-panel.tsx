import { useQuery } from '@tanstack/react-query';
import { dateOf } from '#domain/wall-clock.ts';
import { waitingDays, waitingQueries } from '../lib/queries/admin-queries.ts';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import type { ViewProps } from './view.ts';
import { FreeSlots } from './week-list.tsx';

type DayPanelProps = Pick<ViewProps, 'date' | 'now' | 'rows' | 'absenceOn' | 'onOpen'>;

/** The side panel of a day on wide screens: the waitlist and the free slots. */
export default function DayPanel({ date, ...props }: DayPanelProps) {
  const today = dateOf(props.now);
  const { data: waiting = [] } = useQuery(waitingQueries.of(date >= today ? waitingDays(today, date) : null));
  return (
    <aside aria-label="Dan" className="min-h-0 overflow-y-auto border-l border-line bg-card p-5 print:hidden">
      {waiting.length > 0 && (
        <>
          <h2 className="text-body">Čekaju ovaj dan</h2>
          <ul className="my-2 text-small">
            {waiting.map(({ id, name }) => (
              <li key={id} className="py-0.5">
                {name}
              </li>
            ))}
          </ul>
          <WaitingLink look="text" day={date} className="mb-4 -ml-3" />
        </>
      )}
      <h2 className="text-body">Slobodno</h2>
      <FreeSlots {...props} technicians={[]} none="Nema slobodnih termina." />
    </aside>
  );
}
