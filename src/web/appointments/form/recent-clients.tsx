import { useQuery } from '@tanstack/react-query';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { recentDay } from '#domain/wording/near-days.ts';
import { clientQueries } from '../../lib/queries/admin-queries.ts';
import { cx } from '../../ui/cx.ts';
import { Initials, LIST_ROW, List, ListRow } from '../../ui/list.tsx';
import { ListSkeleton } from '../../ui/screen-states.tsx';
import type { PickedClient } from '../new-client-dialog.tsx';

const SHOWN_COUNT = 6;

const HEADING = 'font-text text-small font-semibold text-soft';

export interface RecentClientsProps {
  today: WallDate;
  onChoose: (client: PickedClient) => void;
}

/** The clients of the latest bookings, for one tap. Where they can't be told there is still the search. */
export function RecentClients({ today, onChoose }: RecentClientsProps) {
  const { data, isPending } = useQuery(clientQueries.recent());
  if (!isPending && !data?.length) return null;
  return (
    <section aria-labelledby="nedavne">
      <h3 id="nedavne" className={HEADING}>
        Nedavno
      </h3>
      <div className="mt-2">
        {isPending ? (
          <ListSkeleton />
        ) : (
          <List>
            {data?.slice(0, SHOWN_COUNT).map((client) => (
              <li key={client.id}>
                <button
                  type="button"
                  onClick={() => onChoose(client)}
                  className={cx(
                    LIST_ROW,
                    'w-full py-2 max-[22.5rem]:gap-2.5 max-[22.5rem]:px-3 text-left -outline-offset-2 hover:bg-blush',
                  )}
                >
                  <ListRow
                    before={<Initials of={client.name} />}
                    title={<span className="font-medium">{client.name}</span>}
                    note={client.phone && <span className="whitespace-nowrap">{client.phone}</span>}
                    after={
                      client.recent_start && (
                        <span className="shrink-0 text-small text-soft">
                          {recentDay(dateOf(client.recent_start), today)}
                        </span>
                      )
                    }
                  />
                </button>
              </li>
            ))}
          </List>
        )}
      </div>
    </section>
  );
}
