import { Redirect } from 'wouter';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { andBack } from '../lib/routing/browser-router.tsx';
import { paths } from '../lib/routing/paths.ts';
import { useGuestTickets } from '../lib/session/guest-tickets.ts';
import { useWasRefused } from '../lib/session/session.ts';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { Page } from '../ui/page.tsx';
import KeptTickets from './kept-tickets.tsx';

/** The page /appointments for a visitor: the tickets on this device. Redirects to the login if there are none. */
export default function GuestTicketsPage() {
  const salon = useSalon().data;
  const tickets = useGuestTickets(useNow());
  const wasRefused = useWasRefused();
  if (tickets.length === 0 || wasRefused) return <Redirect to={paths.login} {...andBack()} />;
  return (
    <Page>
      <Brand name={salon?.name} to={paths.home} />
      <KeptTickets />
      <div className="mt-8 grid gap-2 after-skeleton">
        <p className="text-center text-small text-soft">
          Termine koje ste zakazali preko naloga vidite kada se prijavite.
        </p>
        <ButtonLink to={paths.login} variant="quiet" isBlock>
          Prijava
        </ButtonLink>
      </div>
    </Page>
  );
}
