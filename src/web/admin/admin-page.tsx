import { useQuery } from '@tanstack/react-query';
import { BookOpen, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { beforeComma, onDay } from '#domain/wording/dates.ts';
import { type CountedWord, counted } from '#domain/wording/numbers.ts';
import { useToday } from '../lib/clock/clock.ts';
import { isDesktop, useIsDesktop } from '../lib/device/owners-screen.ts';
import { useUnreadCount } from '../lib/queries/notification-queries.ts';
import { absenceQueries } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { useOwnerPlaces } from '../lib/routing/owner-places.ts';
import { type Path, paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { Badge } from '../ui/badge.tsx';
import { cx } from '../ui/cx.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { FirstSteps } from './first-steps.tsx';

const YEAR_DAYS = 366;
const UNREAD: CountedWord = 'nepročitana|nepročitane|nepročitanih';

/** The note about an absence: 'Od 30. novembra' before it begins, 'Do 5. decembra' during it. */
function absenceNote([next]: readonly AbsenceDays[], today: WallDate): string | null {
  if (!next) return null;
  const hasBegun = next.date_from <= today;
  return hasBegun
    ? `Do ${beforeComma(onDay(next.date_to, today))}`
    : `Od ${beforeComma(onDay(next.date_from, today))}`;
}

function PlaceCards({ className }: { className: string }) {
  const unread = useUnreadCount();
  const today = useToday();
  const absences = useQuery(absenceQueries.upcoming(YEAR_DAYS)).data;
  /** Texts with current numbers or dates, by page: the page's card shows them instead of its fixed note. */
  const notes: Partial<Record<Path, string | null>> = {
    [paths.adminNotifications]: unread > 0 ? counted(unread, UNREAD) : null,
    [paths.adminAbsences]: today && absences ? absenceNote(absences, today) : null,
  };
  return (
    <ul className={className}>
      {useOwnerPlaces().map(({ to, label, icon: Icon, note }) => (
        <li key={to}>
          <Link
            to={to}
            aria-description={notes[to] ?? note}
            className="relative grid h-full content-start gap-3 rounded-card border border-line bg-card p-4 transition-colors hover:border-link hover:bg-blush md:p-5"
          >
            <span className="relative grid size-11 place-items-center rounded-pill bg-blush">
              <Icon size={22} />
              {to === paths.adminNotifications && (
                <Badge count={unread} className="absolute -top-1 left-7 ring-2 ring-card" />
              )}
            </span>
            <span>
              <span className="block font-display text-h3 font-[460]">{label}</span>
              <span aria-hidden="true" className="block text-small text-soft">
                {notes[to] ?? note}
              </span>
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

const glance = lazyPage(() => import('./today-at-a-glance.tsx'));

/** Loads the page with what its first render shows on a desktop: no part must appear later than the rest. */
export async function load() {
  if (isDesktop()) await glance.fetch();
  return { default: AdminPage };
}

const COLUMNS = 'grid grid-cols-[minmax(0,432px)_minmax(0,1fr)_minmax(0,264px)] items-start gap-8';

/** The grid of cards: two columns on phones, four on tablets, fewer with large text. */
const CARDS = 'grid grid-cols-[repeat(auto-fit,minmax(min(100%,max(8rem,34%)),1fr))] gap-3';
const CARDS_ON_TABLETS = 'md:grid-cols-[repeat(auto-fit,minmax(max(10rem,22%),1fr))]';

function HelpLink() {
  return (
    <Link
      to={paths.adminHelp}
      className="mt-3 flex min-h-14 items-center gap-3 rounded-card border border-line px-4 py-3 font-medium text-link transition-colors hover:border-link hover:bg-blush"
    >
      <BookOpen size={22} className="shrink-0" />
      <span className="min-w-0 flex-1">
        Uputstvo
        <span className="block text-small font-normal text-soft">Kratka uputstva, po tri koraka</span>
      </span>
      <ChevronRight strokeWidth={2} className="shrink-0 text-soft" />
    </Link>
  );
}

/** The page /admin (docs/spec/product.md §2.10). */
function AdminPage() {
  const hasColumns = useIsDesktop();
  return (
    <Page width="admin">
      <PageHead title="Admin panel" back={{ to: paths.home, label: 'Početna' }} />
      <FirstSteps />
      <div className={cx(hasColumns && COLUMNS)}>
        <div>
          <PlaceCards className={cx(CARDS, !hasColumns && CARDS_ON_TABLETS)} />
          {!isTechnician() && <HelpLink />}
        </div>
        {hasColumns && <LazyPart part={glance} props={{}} />}
      </div>
    </Page>
  );
}
