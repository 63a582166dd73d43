import { type ReactNode, Suspense, useState } from 'react';
import { useSalon } from '../lib/queries/queries.ts';
import { Lazy, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { hasGuestTickets } from '../lib/session/session.ts';
import { Hero, HeroCrescent } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { CardOutline, ListSkeleton, Loading, Section, Skeleton } from '../ui/page.tsx';
import { FirstFreeSlots } from './first-free-slots.tsx';
import { HomeLayout } from './home-layout.tsx';

const keptTickets = lazyPage(() => import('../guest-links/kept-tickets.tsx')); // lazy: most visitors have no tickets

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

/** The skeleton over the server-rendered visitor page, shown when early.ts finds a logged-in user or a guest with tickets. */
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

/** The first free slots, shown if guests may book. After a failed request assumes that guests may book. */
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
