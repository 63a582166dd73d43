import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import { namesOf } from '#domain/appointments/lines.ts';
import { t } from '#domain/language/translate.ts';
import { MAIL_REMINDER_HOURS_BEFORE, PAGE_ACTIVE_COUNT } from '#domain/limits.ts';
import { addMinutes, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { serviceInFull } from '#domain/wording/booked-services.ts';
import { dayInWordsWithYear, momentInWords, timeRange } from '#domain/wording/dates.ts';
import { whenTold } from '#domain/wording/near-days.ts';
import { reasonText } from '#domain/wording/told/reasons.ts';
import WaitingDays from '../booking/waiting-days.tsx';
import { serviceNamesOf } from '../lib/appointment/services-body.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { appointmentQueries, useSalonName, useServices } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { hasGuestTickets } from '../lib/session/session.ts';
import { useTechnicianOf } from '../technicians/technicians.tsx';
import { Brand } from '../ui/brand.tsx';
import { Button, ButtonLink, type ButtonLinkProps } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { LIST_ROW, List, ListRow } from '../ui/list.tsx';
import { ListSkeleton, Page, PageHead, Section } from '../ui/page.tsx';
import { ActiveBookings, LimitNote, missedText, servicesToRepeat } from './active-bookings.tsx';
import { OwnCard } from './booking-card.tsx';
import { useSalonChanges } from './salon-changes.tsx';

function Row({ appointment, onOpen }: { appointment: Appointment; onOpen: () => void }) {
  const { id, guest_name, start_datetime, status } = appointment;
  const now = useNow();
  return (
    <li data-appointment-id={id} className="flex">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={`${LIST_ROW} min-w-0 flex-1 text-left -outline-offset-2 transition-colors hover:bg-blush`}
      >
        <ListRow
          title={
            <>
              {serviceNamesOf(appointment) ?? t('Usluga nije bila odabrana')}
              {guest_name && <span className="text-soft">{` ${t('za: {name}', { name: guest_name })}`}</span>}
            </>
          }
          note={
            <time dateTime={start_datetime.replace(' ', 'T')}>
              {(now && missedText(appointment, now)) ??
                whenTold(start_datetime, now ? dateOf(now) : dateOf(start_datetime))}
            </time>
          }
          after={
            <>
              <PastStatus status={status} />
              <ChevronRight size={16} strokeWidth={2} className="-ml-1 shrink-0 text-soft" />
            </>
          }
        />
      </button>
      <span className="w-38 self-center text-center max-md:hidden">
        <Again appointment={appointment} isSmall variant="text" />
      </span>
    </li>
  );
}

type AgainProps = Omit<ButtonLinkProps, 'to' | 'children'> & { appointment: Appointment };

/** The link 'Zakaži ponovo', shown while the salon offers the services. */
function Again({ appointment, ...look }: AgainProps) {
  const services = servicesToRepeat(appointment, useServices().data ?? []);
  const technician = useTechnicianOf(appointment) ?? null;
  if (services.length === 0) return null;
  return (
    <ButtonLink to={bookingPath({ services: services.map(({ id }) => id), technician })} {...look}>
      {t('Zakaži ponovo')}
      <span className="sr-only">{`: ${namesOf(services)}`}</span>
    </ButtonLink>
  );
}

/** Past and canceled appointments, latest first. A press on a row opens its details. */
function PastList() {
  const past = useInfiniteQuery(appointmentQueries.past());
  const [opened, setOpened] = useState<Appointment | null>(null);
  return (
    <>
      <Loaded
        query={past}
        fallback={t('Greška pri učitavanju prethodnih termina')}
        skeleton={<ListSkeleton rows={4} />}
        empty={<p className="text-soft">{t('Još nema prethodnih termina.')}</p>}
      >
        {(appointments) => (
          <div className="grid gap-3">
            <List>
              {appointments.map((one) => (
                <Row key={one.id} appointment={one} onOpen={() => setOpened(one)} />
              ))}
            </List>
            <LoadMore query={past} />
          </div>
        )}
      </Loaded>
      {opened && <DetailsDialog appointment={opened} onClose={() => setOpened(null)} />}
    </>
  );
}

function Line({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[112px_1fr] gap-3 py-3">
      <dt className="text-small/[1.5rem] text-soft">{name}</dt>
      <dd className="min-w-0 whitespace-pre-line wrap-break-word">{children}</dd>
    </div>
  );
}

function serviceOf(appointment: Appointment): string {
  const service_name = serviceNamesOf(appointment);
  return service_name === null ? t('nije bila odabrana') : serviceInFull({ ...appointment, service_name });
}

const sameTimeAgain = lazyPage(() => import('../rhythm/same-time-again.tsx'));

function DetailsDialog({ appointment, onClose }: { appointment: Appointment; onClose: () => void }) {
  const today = useToday();
  const { start_datetime, end_datetime, guest_name, guest_phone, notes } = appointment;
  return (
    <Dialog title={t('Detalji termina')} onClose={onClose}>
      <p className="time-xl">{timeRange(start_datetime, end_datetime)}</p>
      <p className="text-soft">{dayInWordsWithYear(dateOf(start_datetime))}</p>
      <dl className="mt-4 divide-y divide-line border-t border-line">
        <Line name={t('Status')}>
          <PastStatus status={appointment.status} />
        </Line>
        <Line name={t('Usluga')}>{serviceOf(appointment)}</Line>
        {guest_name && <Line name={t('Gost')}>{[guest_name, guest_phone].filter(Boolean).join(', ')}</Line>}
        {notes && <Line name={t('Napomena')}>{notes}</Line>}
        {appointment.cancel_reason && (
          <Line name={t('Razlog otkazivanja')}>{reasonText(appointment.cancel_reason)}</Line>
        )}
        {appointment.cancelled_at && (
          <Line name={t('Otkazan')}>{momentInWords(appointment.cancelled_at, today)}</Line>
        )}
      </dl>
      <LazyPart part={sameTimeAgain} props={{ appointment, onBooked: onClose }} />
      <Again appointment={appointment} isBlock variant="quiet" className="mt-2" />
    </Dialog>
  );
}

function PastStatus({ status }: { status: AppointmentStatus }) {
  if (status === 'CANCELLED') return <Chip tone="grey">{t('Otkazan')}</Chip>;
  return <span className="text-small text-soft">{t('Završen')}</span>;
}

/** Whether the appointment's reminder may have been sent. From then on, the ticket offers the same time some weeks later, as the reminder does. */
const isReminded = ({ start_datetime }: Appointment, now: WallTime | null): boolean =>
  now !== null && start_datetime <= addMinutes(now, MAIL_REMINDER_HOURS_BEFORE * 60);

function Cards({ appointments }: { appointments: readonly Appointment[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const now = useNow();
  const refresh = useInvalidateAppointments();
  const shown = isWhole ? appointments : appointments.slice(0, PAGE_ACTIVE_COUNT);
  return (
    <>
      <div className="grid grid-cols-1 gap-3">
        {shown.map((appointment) => (
          <div key={appointment.id}>
            <OwnCard of={{ id: appointment.id }} booking={appointment} />
            {isReminded(appointment, now) && (
              <LazyPart part={sameTimeAgain} props={{ appointment, onBooked: refresh }} />
            )}
          </div>
        ))}
      </div>
      {shown.length < appointments.length && (
        <Button variant="text" isBlock onClick={() => setIsWhole(true)}>
          {t('Prikaži sve termine')}
        </Button>
      )}
      <LimitNote appointments={appointments} />
    </>
  );
}

const takeTickets = lazyPage(() => import('./take-ticket.tsx'));

/** The page /appointments of a client: upcoming and past appointments (docs/spec/product.md §2.5). */
export default function MyAppointmentsPage() {
  const [, navigate] = useLocation();
  const { isAwaited, key, changes } = useSalonChanges();
  return (
    <Page>
      <Brand name={useSalonName()} to={paths.home} />
      <PageHead title={t('Moji termini')} />
      {changes}
      <Section key={key} title={t('Aktivni termini')} className="mt-0">
        <ActiveBookings isAwaiting={isAwaited}>
          {(appointments) => <Cards appointments={appointments} />}
        </ActiveBookings>
      </Section>
      <WaitingDays onShow={(day) => navigate(bookingPath({ day }))} />
      <Section title={t('Prethodni termini')} className="after-skeleton">
        <PastList />
      </Section>
      {hasGuestTickets() && <LazyPart part={takeTickets} props={{}} />}
    </Page>
  );
}
