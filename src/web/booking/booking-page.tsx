import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import { type TechnicianId, toId, type WorkId } from '#domain/ids.ts';
import { t } from '#domain/language/translate.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { sumText } from '#domain/wording/services.ts';
import type { Booked } from '../lib/attempts.ts';
import { keepLanguage, useNavigationKey } from '../lib/routing/browser-router.tsx';
import { Guard } from '../lib/routing/guard.tsx';
import { type LazyPage, LazyPart, lazyPage, prefetch } from '../lib/routing/lazy-page.tsx';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { isSent } from '../lib/sent-booking.ts';
import { itemOnDevice, KNOWN_GUEST_KEY } from '../lib/session/storage.ts';
import { gate } from '../ui/history/entry.ts';
import { Loading, Page, PageHead } from '../ui/page.tsx';
import { GuestFields } from './guest-fields.tsx';
import { serviceSheet, wishField } from './lazy-parts.tsx';
import { ChoiceCard, ChoiceRowSkeleton, ServiceRow } from './service-row.tsx';
import { ChoiceBar } from './times/choice-bar.tsx';
import { ChooserSkeleton, noTimes, TechnicianChoice, TimeChooser } from './times/time-chooser.tsx';
import type { Preselected } from './times/use-chooser.ts';
import { type BookingSteps, useBookingSteps } from './use-booking-steps.ts';

function BookingHead() {
  return <PageHead isTight title={t('Zakažite termin')} back={{ to: paths.home, label: t('Početna') }} />;
}

const waitForDay = lazyPage(() => import('./waitlist.tsx'));
const waitingDays = lazyPage(() => import('./waiting-days.tsx'));
const confirmDialog = lazyPage(() => import('./confirm-dialog.tsx'));
const atLimit = lazyPage(() => import('./at-limit.tsx'));
const knownGuest = lazyPage(() => import('./known-guest.tsx'));
const ownAlready = lazyPage(() => import('./own-already.tsx'));

const serviceSkeleton = (isChosen: boolean) => (
  <ChoiceCard>
    <ChoiceRowSkeleton hasNote={isChosen} />
  </ChoiceCard>
);

const NOTHING_YET = <Loading>{null}</Loading>;

/** Keeps services, day, time and technician in the URL, for reloads and Back. */
function useChoiceInAddress({
  chooser: { choice, strip, wanted },
  serviceIds,
  work,
  confirming,
}: BookingSteps): void {
  const isOpen = Boolean(confirming); // the confirmation sheet, while open, has a history entry with its own URL
  const offer = choice?.offer;
  const time = offer && strip.rules.split ? clockOf(offer.start_datetime) : undefined;
  const chosen = choice?.isDayWanted && { day: choice.day, slot: offer?.slots[0].id, time };
  const path =
    choice && bookingPath({ services: serviceIds, ...chosen, technician: wanted.technicianId, work });
  useEffect(() => {
    if (!path || isOpen) return;
    gate.pass(() => {
      const { location, history } = window;
      // changes the URL only on the booking page's own path, because the page stays mounted while the next page loads
      if (location.pathname === paths.booking) history.replaceState(history.state, '', keepLanguage(path));
    });
  }, [path, isOpen]);
}

interface ChooseTimeProps extends BookingPageProps {
  preselected: Preselected;
}

/** Lets the user choose services, day, time and person. The button opens the confirmation. */
function ChooseTime({ preselected, onBooked, ticket }: ChooseTimeProps) {
  const steps = useBookingSteps(preselected);
  useChoiceInAddress(steps);
  const { chooser, guest, services, confirming } = steps;
  const { choice, strip } = chooser;
  const { technicianId } = chooser.wanted;
  const isLoaded = Boolean(choice);
  useEffect(() => {
    if (isLoaded)
      void prefetch(
        [confirmDialog, wishField, serviceSheet, noTimes, ticket, waitForDay].map(({ fetch }) => fetch),
      );
  }, [isLoaded, ticket]);
  // a waitlist entry names the services only if the salon has several technicians, or times as long as the services
  const fitted =
    strip.technicians[1] || strip.rules.split || strip.rules.service_fit === 'require'
      ? services.map(({ id }) => id)
      : [];
  return (
    <Page width="booking" className="in-data-staff:invisible in-data-[user=LINK]:invisible">
      <BookingHead />
      {(choice?.isPreselectedGone || isSent(preselected.slot)) && (
        <LazyPart part={ownAlready} props={{ slot: preselected.slot, onBooked }} />
      )}
      <TimeChooser
        chooser={chooser}
        before={
          <>
            {chooser.limitText && <LazyPart part={atLimit} props={{ text: chooser.limitText }} />}
            <ChoiceCard>
              <ServiceRow
                services={services}
                ids={steps.serviceIds}
                fault={steps.serviceFault}
                onChoose={steps.chooseServices}
              />
              <TechnicianChoice chooser={chooser} />
            </ChoiceCard>
          </>
        }
        beforeSkeleton={serviceSkeleton(steps.serviceIds.length > 0)}
        wait={(date, variant) => (
          <LazyPart
            key={`${[date, fitted, technicianId]}`}
            part={waitForDay}
            props={{ date, serviceIds: fitted, technicianId, guest, variant }}
            fallback={NOTHING_YET}
          />
        )}
      >
        <GuestFields guest={guest} isInDialog={confirming?.asksContact === true} onEdit={chooser.clearAlert}>
          {itemOnDevice(KNOWN_GUEST_KEY) && <LazyPart part={knownGuest} props={{ steps, preselected }} />}
        </GuestFields>
        <ChoiceBar
          chooser={chooser}
          note={services.length > 0 && `${namesOf(services)} · ${sumText(services)}`}
          action={t('Odabir usluge i potvrda rezervacije')}
          onProceed={() => steps.judge() && steps.openConfirmation()}
        />
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

function Booking(props: BookingPageProps) {
  const [query] = useSearchParams();
  // reads the URL only once, because the page later writes each choice into the URL
  const [preselected] = useState({
    services: serviceIdsIn(query.get('usluga') ?? ''),
    day: query.get('dan'),
    slot: Number(query.get('slot')),
    time: query.get('vreme'),
    technician: toId<TechnicianId>(Number(query.get('radnica'))) || null,
    work: toId<WorkId>(Number(query.get('rad'))) || null,
  });
  return <ChooseTime preselected={preselected} {...props} />;
}

export interface BookingPageProps {
  /** The page of a new booking, which this page prefetches. */
  ticket: LazyPage<{ booked: Booked }>;
  onBooked: (booked: Booked) => void;
}

/** For visitors until the page knows whether guests may book. */
const SKELETON = (
  <Page width="booking">
    <BookingHead />
    <ChooserSkeleton before={serviceSkeleton(false)} />
  </Page>
);

/** The page /booking: service, day, time, confirmation, booked view. Following a link to /booking restarts it. */
export default function BookingPage(props: BookingPageProps) {
  const key = useNavigationKey();
  return (
    <Guard access="guests-if-welcome" skeleton={SKELETON}>
      <Booking key={key} {...props} />
    </Guard>
  );
}
