import { useQuery } from '@tanstack/react-query';
import { CalendarX } from 'lucide-react';
import { dateOf } from '#domain/wall-clock.ts';
import { greetingByHour, greetingDate } from '#domain/wording/dates.ts';
import { shortDays } from '#domain/wording/near-days.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { absenceQueries } from '../lib/queries/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { List, ListItem } from '../ui/list.tsx';
import { ListSkeleton, Section } from '../ui/page.tsx';

/** The greeting 'Dobro jutro, Milica' and today's date, by the salon's clock. Invisible until the time is known. */
export function Greeting() {
  const now = useNow();
  const session = useSession();
  const name = session?.name || session?.email;
  return (
    <header className="mt-1 md:mt-6">
      <h1 tabIndex={-1} className="wrap-break-word md:hero-title">
        {now === null ? (
          <span className="invisible">{`Dobro jutro, ${name}`}</span>
        ) : (
          `${greetingByHour(now)}, ${name}`
        )}
      </h1>
      <p className="mt-1 text-soft">{now === null ? '\u00a0' : greetingDate(dateOf(now))}</p>
    </header>
  );
}

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
                before={<CalendarX className="shrink-0 text-soft" />}
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
