import { useQuery } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { shortDays } from '#domain/wording/near-days.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { absenceQueries } from '../lib/queries/queries.ts';
import { List, ListItem } from '../ui/list.tsx';
import { ListSkeleton, Section } from '../ui/page.tsx';

/** The salon's absences in the next 14 days, for logged-in users (docs/spec/product.md §2.2). */
export function UpcomingAbsences() {
  const today = useToday();
  const absences = useQuery(absenceQueries.upcoming());
  return (
    <Section title="Salon ne radi" className="after-skeleton">
      <Loaded
        query={absences}
        fallback="Greška pri učitavanju odsustava."
        skeleton={<ListSkeleton rows={1} />}
        empty={<p className="text-soft">U naredne dve nedelje nema neradnih dana.</p>}
      >
        {(rows) => (
          <List>
            {rows.map(({ id, date_from, date_to, reason }) => (
              <ListItem
                key={id}
                before={
                  <CalendarX aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-soft" />
                }
                title={shortDays(date_from, date_to, today ?? date_from)}
                note={reason}
              />
            ))}
          </List>
        )}
      </Loaded>
    </Section>
  );
}
