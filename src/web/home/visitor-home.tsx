import { ChevronRight } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'wouter';
import type { FreeSlot } from '#contract/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { FIRST_FREE_COUNT, STRIP_DAYS } from '#domain/limits.ts';
import { addDays, dateOf, isSunday, type WallDate } from '#domain/wall-clock.ts';
import { nearDayInWords, timeRange } from '#domain/wording/dates.ts';
import { errorText } from '../lib/api.ts';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { type DateRange, useSalon } from '../lib/queries/queries.ts';
import { Lazy, lazyPage } from '../lib/routing/lazy-page.tsx';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { hasGuestTickets } from '../lib/session/session.ts';
import { Hero, HeroCrescent } from '../ui/brand.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { LIST_ROW, List } from '../ui/list.tsx';
import { CardOutline, ListSkeleton, Loading, Section, Skeleton } from '../ui/page.tsx';
import { HomeLayout } from './home-layout.tsx';

const keptTickets = lazyPage(() => import('../guest-links/guest-links.tsx')); // lazy: most visitors have no tickets

const HEADLINE = 'Lepi nokti, bez čekanja.';
const TEXT = 'Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta.';

/** The welcome with the owner's headline, or the salon's name if there is none. While loading it shows the defaults of a new salon. */
function Welcome() {
  const { data } = useSalon();
  return <Hero title={data ? data.salon_headline || data.name : HEADLINE} lead={data?.salon_text ?? TEXT} />;
}

function HeadAndCard({ between }: { between?: ReactNode }) {
  return (
    <>
      <Skeleton className="mt-1 h-7 w-44 md:mt-6" />
      {between}
      <CardOutline className="mt-6" />
    </>
  );
}

/** The skeleton over the server-rendered visitor page, shown when early.ts finds a logged-in user or a guest's booking on this device. */
function OwnHomeSkeleton() {
  return (
    <div aria-hidden="true" className="hidden in-data-user:block">
      <div className="max-md:hidden in-data-[user=GUEST]:hidden">
        <HeroCrescent />
      </div>
      <HeadAndCard
        between={
          <div className="in-data-[user=GUEST]:hidden">
            <Skeleton className="mt-4 w-40" />
            <Skeleton className="mt-10 -mb-3 h-7 w-40" />
          </div>
        }
      />
    </div>
  );
}

function Beginning() {
  const [mayHaveTickets] = useState(hasGuestTickets);
  if (!mayHaveTickets) return <Welcome />;
  return (
    <Suspense
      fallback={
        <Loading>
          <HeadAndCard />
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
          Zakaži termin
          <span className="sr-only">: izaberite dan i vreme</span>
        </span>
      </ButtonLink>
      <ButtonLink to={paths.login} variant="quiet" className="grow basis-28 px-2">
        Prijava
      </ButtonLink>
      <ButtonLink to={paths.register} variant="quiet" className="grow basis-28 px-2">
        Registracija
      </ButtonLink>
    </div>
  );
}

function Row({ slot: { id, start_datetime, end_datetime } }: { slot: FreeSlot }) {
  const day = dateOf(start_datetime);
  const today = useToday();
  return (
    <li>
      <Link
        to={bookingPath({ day, slot: id })}
        className={`${LIST_ROW} -outline-offset-2 transition-colors hover:bg-blush`}
      >
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

/** The next free slots of the days that /booking offers; each links to /booking with the slot chosen. docs/spec/product.md §2.2 */
function FirstFreeSlots() {
  const now = useNow();
  const count = useSalon().data?.booking_days ?? STRIP_DAYS;
  const { query, slots } = useFreeSlots(now && offeredDays(dateOf(now), count));
  const { data, error, isFetching, refetch } = query;
  const first = firstFree(slots);
  if (data === undefined && error) {
    return (
      <div className="flex flex-wrap items-center justify-between gap-x-3 text-soft">
        <p>{errorText(error, 'Greška pri učitavanju termina.')}</p>
        <Button variant="text" isSmall isBusy={isFetching} onClick={() => refetch()}>
          Pokušaj ponovo
        </Button>
      </div>
    );
  }
  if (data === undefined) return <ListSkeleton />;
  if (first.length === 0)
    return (
      <>
        <p className="text-soft">Trenutno nema slobodnih termina.</p>
        <ButtonLink to={paths.booking} variant="quiet" isBlock className="mt-3">
          Obavesti me ako se oslobodi termin
        </ButtonLink>
      </>
    );
  return (
    <List>
      {first.map((slot) => (
        <Row key={slot.id} slot={slot} />
      ))}
    </List>
  );
}

/** The next `count` days; a Sunday at the start or end is omitted, as in the day strip of /booking. */
export function offeredDays(today: WallDate, count: number): DateRange {
  const last = addDays(today, count - 1);
  return {
    from: isSunday(today) ? addDays(today, 1) : today,
    to: isSunday(last) ? addDays(last, -1) : last,
  };
}

/** The first free slots with different starts; none on a Sunday, which the day strip does not show. docs/spec/product.md §2.2 */
export const firstFree = <Slot extends Times>(slots: readonly Slot[]): Slot[] =>
  slots
    .filter(
      ({ start_datetime: start }, at) => !isSunday(dateOf(start)) && slots[at - 1]?.start_datetime !== start,
    )
    .slice(0, FIRST_FREE_COUNT);

/** The first free slots; nothing if guests may not book. If the salon's settings could not be loaded, shows the slots. */
function FirstFree() {
  const { data, isFetched } = useSalon();
  if (data?.guest_booking === false) return null;
  return <Section title="Prvi slobodni termini">{isFetched ? <FirstFreeSlots /> : <ListSkeleton />}</Section>;
}

export default function VisitorHome() {
  return (
    <HomeLayout>
      <OwnHomeSkeleton />
      <div className="in-data-user:hidden">
        <Beginning />
      </div>
      <div className="after-skeleton in-data-user:hidden">
        <WaysIn />
        <FirstFree />
      </div>
    </HomeLayout>
  );
}
