import { type ReactNode, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { sumText } from '#domain/wording/services.ts';
import type { Booked } from '../lib/attempts.ts';
import { useNavigationKey } from '../lib/routing/browser-router.tsx';
import { Guard } from '../lib/routing/guard.tsx';
import { type LazyPage, LazyPart, lazyPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { useIsRail } from '../ui/browser.ts';
import { ButtonLink } from '../ui/button.tsx';
import { gate } from '../ui/history/entry.ts';
import { Loading, Page, PageHead, Skeleton } from '../ui/page.tsx';
import { GuestFields } from './guest-fields.tsx';
import { serviceSheet } from './lazy-service-sheet.tsx';
import { ServiceRow, ServiceRowSkeleton } from './service-row.tsx';
import { ChoiceBar } from './times/choice-bar.tsx';
import { ChooserSkeleton, noTimes, TechnicianChoice, TimeChooser } from './times/time-chooser.tsx';
import type { Preselected } from './times/use-chooser.ts';
import { type BookingSteps, useBookingSteps } from './use-booking-steps.ts';

function BookingHead() {
  return <PageHead title="Zakažite termin" back={{ to: paths.home, label: 'Početna' }} />;
}

const waitForDay = lazyPage(() => import('./waitlist.tsx'));
const waitingDays = lazyPage(() => import('./waiting-days.tsx'));
const confirmDialog = lazyPage(() => import('./confirm-dialog.tsx'));
const bookedView = lazyPage(() => import('./booked-view.tsx'));

export interface OwnerPartProps {
  /** Which part to render: 'begin': client picker; 'times': free times by technician; 'end': field for other time, note, booking button. */
  place: 'begin' | 'times' | 'end';
  steps: BookingSteps;
  onBooked: (booked: Booked) => void;
}

/** A placeholder with the height of the field that chooses a client. */
const FOR_WHOM_OUTLINE = (
  <div className="mb-5 h-30.5">
    <Skeleton className="w-20" />
    <Skeleton className="mt-1.5 h-12 rounded-card" />
  </div>
);

const NOTHING_YET = <Loading>{null}</Loading>;

/** Keeps services, day, time and technician in the URL, for reloads and Back. */
function useChoiceInAddress({ chooser: { choice, wanted }, serviceIds, confirming }: BookingSteps): void {
  const isOpen = confirming !== null; // the confirmation sheet, while open, has a history entry with its own URL
  const chosen = choice?.isDayWanted && { day: choice.day, slot: choice.offer?.slots[0].id };
  const path = chosen && bookingPath({ services: serviceIds, ...chosen, technician: wanted.technicianId });
  useEffect(() => {
    if (!path || isOpen) return;
    gate.pass(() => {
      const { location, history } = window;
      // changes the URL only on the booking page's own path, because the page stays mounted while the next page loads
      if (location.pathname === paths.booking) history.replaceState(history.state, '', path);
    });
  }, [path, isOpen]);
}

interface ChooseTimeProps extends BookingPageProps {
  preselected: Preselected;
  onBooked: (booked: Booked) => void;
}

/** Lets the user choose services, day, time and person. The button opens the confirmation; for the owner it books at once. */
function ChooseTime({ preselected, onBooked, owner }: ChooseTimeProps) {
  const steps = useBookingSteps(preselected);
  useChoiceInAddress(steps);
  const { chooser, guest, services, confirming } = steps;
  const { choice, strip } = chooser;
  const { technicianId } = chooser.wanted;
  const isWide = useIsRail();
  const ownerPart = (place: OwnerPartProps['place'], fallback?: ReactNode) =>
    owner &&
    guest.role === 'ADMIN' && (
      <LazyPart part={owner} props={{ place, steps, onBooked }} fallback={fallback} />
    );
  const isLoaded = choice !== null;
  useEffect(() => {
    if (isLoaded)
      void prefetch([confirmDialog, serviceSheet, noTimes, bookedView, waitForDay].map(({ fetch }) => fetch));
  }, [isLoaded]);
  // a waitlist entry names the services only if the salon has several technicians or requires slots as long as the services
  const fitted =
    strip.technicians[1] || strip.rules.service_fit === 'require' ? services.map(({ id }) => id) : [];
  return (
    <Page width="booking" className="in-data-[user=LINK]:invisible">
      <BookingHead />
      <TimeChooser
        chooser={chooser}
        before={
          <>
            {ownerPart('begin', <Loading>{FOR_WHOM_OUTLINE}</Loading>) || (
              <div className="hidden in-data-[user=ADMIN]:block">{FOR_WHOM_OUTLINE}</div>
            )}
            {chooser.limitText && (
              <div className="mb-5 grid gap-3 rounded-card bg-blush p-4">
                <p>{chooser.limitText}</p>
                <ButtonLink to={paths.appointments} isBlock>
                  Moji termini
                </ButtonLink>
              </div>
            )}
            <ServiceRow
              services={services}
              ids={steps.serviceIds}
              fault={steps.serviceFault}
              onChoose={steps.chooseServices}
            />
            <TechnicianChoice chooser={chooser} />
          </>
        }
        beforeSkeleton={<ServiceRowSkeleton />}
        times={isWide && strip.technicians[1] && !technicianId && ownerPart('times')}
        wait={(date, variant) => (
          <LazyPart
            key={`${date} ${fitted} ${technicianId}`}
            part={waitForDay}
            props={{ date, serviceIds: fitted, technicianId, guest, variant }}
            fallback={NOTHING_YET}
          />
        )}
      >
        <GuestFields
          guest={guest}
          isInDialog={confirming?.asksContact === true}
          onEdit={chooser.clearAlert}
        />
        {ownerPart('end') || (
          <ChoiceBar
            chooser={chooser}
            note={services.length > 0 && `${namesOf(services)} · ${sumText(services)}`}
            action="Odabir usluge i potvrda rezervacije"
            onProceed={() => steps.judge() && steps.openConfirmation()}
          />
        )}
      </TimeChooser>
      {guest.role === 'CLIENT' && choice && (
        <LazyPart part={waitingDays} props={{ onShow: chooser.chooseDay }} fallback={NOTHING_YET} />
      )}
      {confirming && choice?.offer && (
        <LazyPart part={confirmDialog} props={{ steps, offer: choice.offer, onBooked }} />
      )}
    </Page>
  );
}

const TICKET_TO_COME = <Page>{NOTHING_YET}</Page>;

function Booking({ owner }: BookingPageProps) {
  const [query] = useSearchParams();
  const [booked, setBooked] = useState<Booked | null>(null);
  // reads the URL only once, because the page later writes each choice into the URL
  const [preselected] = useState({
    services: serviceIdsIn(query.get('usluga') ?? ''),
    day: query.get('dan'),
    slot: Number(query.get('slot')),
    technician: toId<TechnicianId>(Number(query.get('radnica'))) || null,
  });
  if (booked) return <LazyPart part={bookedView} props={{ booked }} fallback={TICKET_TO_COME} />;
  return <ChooseTime preselected={preselected} onBooked={setBooked} owner={owner} />;
}

export interface BookingPageProps {
  /** The parts that only the owner sees. The routes pass them in, so that visitors do not load them. */
  owner?: LazyPage<OwnerPartProps> | undefined;
}

/** The page /booking: service, day, time, confirmation, booked view. Following a link to /booking restarts it. */
export default function BookingPage({ owner }: BookingPageProps) {
  const key = useNavigationKey();
  return (
    <Guard access="guests-if-welcome" skeleton={<BookingSkeleton />}>
      <Booking key={key} owner={owner} />
    </Guard>
  );
}

/** The skeleton for visitors until the page knows whether guests may book. */
function BookingSkeleton() {
  return (
    <Page width="booking">
      <BookingHead />
      <ChooserSkeleton before={<ServiceRowSkeleton />} />
    </Page>
  );
}
