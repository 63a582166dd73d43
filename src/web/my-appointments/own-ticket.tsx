import { Redirect } from 'wouter';
import { t } from '#domain/language/translate.ts';
import { TicketHead } from '../booking/ticket.tsx';
import { useLastSeen } from '../lib/device/last-seen.ts';
import { useSalonName, useUpcoming } from '../lib/queries/queries.ts';
import { andBack } from '../lib/routing/browser-router.tsx';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { useSession } from '../lib/session/session.ts';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { CardSkeleton, Page } from '../ui/page.tsx';
import { BookingTicket, OwnCard } from './booking-card.tsx';
import { Coming } from './coming.tsx';
import { LoadedOrStored } from './last-seen.tsx';

const ticketParts = lazyPage(() => import('./own-holdings.tsx'));

/** The page /booking#termin=12: a client's own booking, by its id. Once it is over or canceled, 'Moji termini' shows it. */
export default function OwnTicketPage({ id }: { id: number }) {
  const role = useSession()?.role;
  const name = useSalonName();
  const upcoming = useUpcoming();
  const standIn = useLastSeen(upcoming);
  if (role !== 'CLIENT')
    return <Redirect to={role ? paths.appointments : paths.login} {...(role ? {} : andBack())} />;
  const others = <Redirect to={paths.appointments} replace />;
  return (
    <Page>
      <Brand name={name} to={paths.home} />
      <LoadedOrStored
        query={upcoming}
        standIn={standIn}
        none={t('Nema aktivnih termina')}
        stored={(rows) =>
          rows.filter((row) => row.id === id).map((row) => <BookingTicket key={id} booking={row} />)
        }
        fallback={t('Greška pri učitavanju termina.')}
        skeleton={<CardSkeleton />}
        empty={others}
      >
        {(rows) => {
          const booking = rows.find((row) => row.id === id);
          if (!booking) return others;
          return (
            <>
              <TicketHead booking={booking} title={t('Vaš termin')} />
              <OwnCard of={{ id }} booking={booking} question={<Coming of={{ id }} booking={booking} />} />
              <LazyPart part={ticketParts} props={{ of: { id }, booking }} />
              <ButtonLink to={paths.appointments} variant="quiet" isBlock className="mt-4">
                {t('Moji termini')}
              </ButtonLink>
            </>
          );
        }}
      </LoadedOrStored>
    </Page>
  );
}
