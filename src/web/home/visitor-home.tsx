import { Suspense, useState } from 'react';
import { lazyPage, useLazyPage } from '../lib/lazy-page.ts';
import { paths } from '../lib/paths.ts';
import { useSalon } from '../lib/query-hooks.ts';
import { hasGuestTickets } from '../lib/session.ts';
import { Hero } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Section } from '../ui/page.tsx';
import { CardSkeleton, ListSkeleton } from '../ui/screen-states.tsx';
import { FirstFreeSlots } from './first-free-slots.tsx';
import { HomeLayout } from './home-layout.tsx';

const keptTickets = lazyPage(() => import('../guest-links/kept-tickets.tsx')); // most visitors have none

const HEADLINE = 'Lepi nokti, bez čekanja.';
const TEXT = 'Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta.';

/** The owner's words, without a headline the salon's name; until they are known, those that a new salon has. */
function Welcome() {
  const { data } = useSalon();
  return <Hero title={data ? data.salon_headline || data.name : HEADLINE} lead={data?.salon_text ?? TEXT} />;
}

function KeptTickets() {
  const Tickets = useLazyPage(keptTickets);
  return <Tickets otherwise={<Welcome />} />;
}

/** The tickets kept on this device; the welcome where there are none, or none any more. */
function Beginning() {
  const [mayHaveTickets] = useState(hasGuestTickets);
  if (!mayHaveTickets) return <Welcome />;
  return (
    <Suspense fallback={<CardSkeleton />}>
      <KeptTickets />
    </Suspense>
  );
}

/** What most people came for, then the two ways in. */
function WaysIn() {
  return (
    <div className="mt-6 flex flex-wrap gap-2 after-skeleton">
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

/** Only where guests may book; a salon that could not be asked is taken for one. */
function FirstFree() {
  const { data, isFetched } = useSalon();
  if (data?.guest_booking === false) return null;
  return (
    <Section title="Prvi slobodni termini" className="after-skeleton">
      {isFetched ? <FirstFreeSlots /> : <ListSkeleton />}
    </Section>
  );
}

/** The welcome, or the tickets kept on this device; the ways in; the first free slots. docs/spec/product.md §2.2 */
export default function VisitorHome() {
  return (
    <HomeLayout>
      <Beginning />
      <WaysIn />
      <FirstFree />
    </HomeLayout>
  );
}
