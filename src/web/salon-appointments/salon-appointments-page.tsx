import { infiniteQueryOptions, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { PAGE_ACTIVE_COUNT, PAST_SHOWN_COUNT } from '#domain/limits.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { type StandIn, useLastSeen } from '../lib/device/last-seen.ts';
import { pagesOf } from '../lib/queries/admin-queries.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import type { LoadedProps } from '../lib/queries/loaded.tsx';
import { POLLED, useSalonName } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { LoadedOrStored } from '../my-appointments/last-seen.tsx';
import { Brand } from '../ui/brand.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState, ListSkeleton, Page, PageHead, Section } from '../ui/page.tsx';
import { AppointmentDays } from './appointment-rows.tsx';

const bookedAhead = () =>
  infiniteQueryOptions({
    ...pagesOf(
      ['appointments', 'salon', 'ahead'],
      'GET /appointments/upcoming',
      PAST_SHOWN_COUNT,
      {},
      PAGE_ACTIVE_COUNT,
    ),
    ...POLLED,
  });

const salonPast = () =>
  pagesOf(['appointments', 'salon', 'past'], 'GET /appointments/past', PAST_SHOWN_COUNT);

interface DaysProps extends Omit<LoadedProps<VisibleAppointment[]>, 'query' | 'children'> {
  query: UseInfiniteQueryResult<VisibleAppointment[], Error>;
  standIn?: StandIn | null;
}

function Days({ query, standIn = null, ...states }: DaysProps) {
  const [openId, setOpenId] = useState<number | null>(null);
  return (
    <>
      <LoadedOrStored
        query={query}
        standIn={standIn}
        none="Nema zakazanih termina"
        stored={(appointments) => <AppointmentDays appointments={appointments} showsPhone />}
        {...states}
      >
        {(rows) => (
          <div className="grid grid-cols-1 gap-4">
            <AppointmentDays appointments={rows} onOpen={({ id }) => setOpenId(id)} showsPhone />
            <LoadMore query={query} />
          </div>
        )}
      </LoadedOrStored>
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

function Ahead() {
  const query = useInfiniteQuery(bookedAhead());
  return (
    <Days
      query={query}
      standIn={useLastSeen(query)}
      fallback="Greška pri učitavanju predstojećih termina"
      skeleton={<ListSkeleton rows={5} />}
      empty={
        <EmptyState title="Nema zakazanih termina" isCard>
          <ButtonLink to={paths.adminCalendar} variant="quiet" className="mt-2">
            Otvori kalendar
          </ButtonLink>
        </EmptyState>
      }
    />
  );
}

const Past = () => (
  <Days
    query={useInfiniteQuery(salonPast())}
    fallback="Greška pri učitavanju prethodnih termina"
    skeleton={<ListSkeleton rows={4} />}
    empty={<p className="text-soft">Još nema prethodnih termina.</p>}
  />
);

/** The page /appointments of the owner: the salon's upcoming and past appointments (docs/spec/product.md §2.5). */
export default function SalonAppointmentsPage() {
  return (
    <Page width="home">
      <Brand name={useSalonName()} to={paths.home} />
      <PageHead title="Moji termini" />
      <div className="md:grid md:grid-cols-2 md:items-start md:gap-x-12">
        <Section title="Aktivni termini" className="mt-0!">
          <Ahead />
        </Section>
        <Section title="Prethodni termini" className="max-md:after-skeleton md:mt-0!">
          <Past />
        </Section>
      </div>
    </Page>
  );
}
