import { useQuery } from '@tanstack/react-query';
import { CalendarX, type LucideIcon } from 'lucide-react';
import { t } from '#domain/language/translate.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { greetingByHour, greetingDate, shortDays } from '#domain/wording/near-days.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { unreadInWords, useUnreadCount } from '../lib/queries/notification-queries.ts';
import { absenceQueries } from '../lib/queries/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { IconLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { List, ListItem } from '../ui/list.tsx';
import { ListSkeleton, Section, Skeleton } from '../ui/page.tsx';

/** The greeting 'Dobro jutro, Milica' and today's date, by the salon's clock. Until the time is known, a skeleton as long as the greeting. */
export function Greeting() {
  const now = useNow();
  const session = useSession();
  const name = session?.name || session?.email;
  return (
    <header className="mt-1 md:mt-6">
      <h1 tabIndex={-1} className={cx('wrap-break-word md:hero-title', now === null && 'invisible')}>
        {now === null ? (
          <span aria-hidden="true" className="visible animate-breathe rounded-pill bg-line text-transparent">
            {t('Dobro jutro')}, <span data-stored-name>{name}</span>
          </span>
        ) : (
          `${greetingByHour(now)}, ${name}`
        )}
      </h1>
      <p className="mt-1 flex min-h-6 items-center text-soft">
        {now === null ? <Skeleton className="w-40" /> : greetingDate(dateOf(now))}
      </p>
    </header>
  );
}

/** A link with the number of unread notifications (docs/spec/product.md §2.2). */
export function UnreadLink(link: { icon: LucideIcon; label: string; to: string }) {
  const unread = useUnreadCount();
  const badge = <Badge count={unread} className="absolute top-0 left-6 ring-2 ring-paper" />;
  return <IconLink {...link} description={unreadInWords(unread)} badge={badge} />;
}

/** The salon's absences in the next 14 days, for logged-in users (docs/spec/product.md §2.2). */
export function UpcomingAbsences() {
  const today = useToday();
  const absences = useQuery(absenceQueries.upcoming());
  return (
    <Section title={t('Salon ne radi')} className="after-skeleton">
      <Loaded
        query={absences}
        fallback={t('Greška pri učitavanju odsustava.')}
        skeleton={<ListSkeleton rows={1} />}
        empty={<p className="text-soft">{t('U naredne dve nedelje nema neradnih dana.')}</p>}
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
