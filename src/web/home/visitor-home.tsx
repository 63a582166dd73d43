import { ChevronRight } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { Times } from '#domain/appointments/slots.ts';
import { t } from '#domain/language/translate.ts';
import { FIRST_FREE_COUNT, STRIP_DAYS } from '#domain/limits.ts';
import { addDays, dateOf, isSunday, type WallDate } from '#domain/wall-clock.ts';
import { nearDayInWords, timeRange } from '#domain/wording/dates.ts';
import { errorText } from '../lib/api.ts';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { type DateRange, useSalon } from '../lib/queries/queries.ts';
import { Lazy, LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { hasGuestTickets } from '../lib/session/session.ts';
import { Hero } from '../ui/brand.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { LIST_ROW, List } from '../ui/list.tsx';
import { CardOutline, ListSkeleton, Loading, Section, Skeleton } from '../ui/page.tsx';
import { typed } from '../ui/sentence.tsx';
import type { FirstTime, FirstTimesProps } from './first-offers.tsx';
import { HomeLayout } from './home-layout.tsx';

const keptTickets = lazyPage(() => import('../guest-links/guest-links.tsx')); // lazy: most visitors have no tickets

const firstOffers = lazyPage(() => import('./first-offers.tsx')); // lazy: few salons split slots

const HEADLINE = 'Lepi nokti, bez čekanja.';
const TEXT = 'Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta.';

/** The owner's words as they are; those of a new salon in the reader's language. */
const welcoming = (text: string) => (text === HEADLINE || text === TEXT ? t(text) : text && typed(text));

/** The welcome with the owner's headline, or the salon's name if there is none. While loading it shows the defaults of a new salon. */
function Welcome() {
  const { data } = useSalon();
  const title = data ? data.salon_headline || data.name : HEADLINE;
  return <Hero title={welcoming(title)} lead={welcoming(data?.salon_text ?? TEXT)} />;
}

function Beginning() {
  const [mayHaveTickets] = useState(hasGuestTickets);
  if (!mayHaveTickets) return <Welcome />;
  return (
    <Suspense
      fallback={
        <Loading>
          <Skeleton className="mt-1 h-7 w-44 md:mt-6" />
          <CardOutline className="mt-6" />
        </Loading>
      }
    >
      <Lazy page={keptTickets} props={{ otherwise: <Welcome /> }} />
    </Suspense>
  );
}

function WaysIn() {
  return (
    <div className="mt-6 flex flex-wrap gap-2">
      <ButtonLink to={paths.booking} className="basis-full">
        <span>
          {t('Zakaži termin')}
          <span className="sr-only">{`: ${t('izaberite dan i vreme')}`}</span>
        </span>
      </ButtonLink>
      <ButtonLink to={paths.login} variant="quiet" className="grow basis-28 px-2">
        {t('Prijava')}
      </ButtonLink>
      <ButtonLink to={paths.register} variant="quiet" className="grow basis-28 px-2">
        {t('Registracija')}
      </ButtonLink>
    </div>
  );
}

function Row({ time: { start_datetime, end_datetime, to } }: { time: FirstTime }) {
  const day = dateOf(start_datetime);
  const today = useToday();
  return (
    <li>
      <Link to={to} className={`${LIST_ROW} -outline-offset-2 transition-colors hover:bg-blush`}>
        <span className="flex min-w-0 flex-1 flex-wrap items-baseline justify-between gap-x-3">
          {/* the width is the same in any font, so that loading the web font does not wrap the day */}
          <span className="min-w-27 font-display text-h3 font-[460] lining-nums tabular-nums">
            {timeRange(start_datetime, end_datetime)}{' '}
          </span>
          <span className="text-small">{nearDayInWords(day, today)}</span>
        </span>
        <ChevronRight size={16} strokeWidth={2} className="shrink-0 text-soft" />
      </Link>
    </li>
  );
}

/** The next times of the days that /booking offers; each links to /booking with the time chosen. docs/spec/product.md §2.2 */
function FirstTimes({ query, times }: FirstTimesProps) {
  const { error, isFetching, refetch } = query;
  if (times === undefined && error) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-soft">
        <p>{errorText(error, t('Greška pri učitavanju termina.'))}</p>
        <Button variant="text" isSmall isBusy={isFetching} onClick={() => refetch()}>
          {t('Pokušaj ponovo')}
        </Button>
      </div>
    );
  }
  if (times === undefined) return <ListSkeleton />;
  const first = firstFree(times);
  if (first.length === 0)
    return (
      <>
        <p className="text-soft">{t('Trenutno nema slobodnih termina.')}</p>
        <ButtonLink to={paths.booking} variant="quiet" isBlock className="mt-3">
          {t('Obavesti me ako se oslobodi termin')}
        </ButtonLink>
      </>
    );
  return (
    <List>
      {first.map((time) => (
        <Row key={time.start_datetime} time={time} />
      ))}
    </List>
  );
}

function FirstFreeSlots({ range }: { range: DateRange | null }) {
  const { query, slots } = useFreeSlots(range);
  const times = slots.map(({ id, ...slot }) => ({
    ...slot,
    to: bookingPath({ day: dateOf(slot.start_datetime), slot: id }),
  }));
  return <FirstTimes query={query} times={query.data && times} />;
}

/** The next `count` days; a Sunday at the start or end is omitted, as in the day strip of /booking. */
export function offeredDays(today: WallDate, count: number): DateRange {
  const last = addDays(today, count - 1);
  return {
    from: isSunday(today) ? addDays(today, 1) : today,
    to: isSunday(last) ? addDays(last, -1) : last,
  };
}

/** The first times with different starts; none on a Sunday, which the day strip does not show. docs/spec/product.md §2.2 */
export const firstFree = <Slot extends Times>(slots: readonly Slot[]): Slot[] =>
  slots
    .filter(
      ({ start_datetime: start }, at) => !isSunday(dateOf(start)) && slots[at - 1]?.start_datetime !== start,
    )
    .slice(0, FIRST_FREE_COUNT);

/** The first free slots; nothing if guests may not book. If the salon's settings could not be loaded, shows the slots. */
function FirstFree() {
  const now = useNow();
  const { data, isFetched } = useSalon();
  if (data?.guest_booking === false) return null;
  const range = now && offeredDays(dateOf(now), data?.booking_days ?? STRIP_DAYS);
  const times =
    data?.split_slots === 1 ? (
      <LazyPart part={firstOffers} props={{ range, show: FirstTimes }} />
    ) : (
      <FirstFreeSlots range={range} />
    );
  return <Section title={t('Prvi slobodni termini')}>{isFetched ? times : <ListSkeleton />}</Section>;
}

export default function VisitorHome() {
  return (
    <HomeLayout>
      <div>
        <Beginning />
      </div>
      <div className="after-skeleton">
        <WaysIn />
        <FirstFree />
      </div>
    </HomeLayout>
  );
}
