import { Suspense, useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useNavigationKey } from '../lib/routing/browser-router.tsx';
import { Guard } from '../lib/routing/guard.tsx';
import { lazyPage, prefetch, useLazyPage } from '../lib/routing/lazy-page.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { gate } from '../ui/history/entry.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { CardSkeleton, Loading } from '../ui/screen-states.tsx';
import type { Booked } from './attempts.ts';
import { ChosenDay, hasWayOn, waitForDay } from './chosen-day.tsx';
import type { ConfirmBookingDialogProps } from './confirm-dialog.tsx';
import { GuestFields } from './guest-fields.tsx';
import { ForOwner, ForWhomOutline, type OwnerPart } from './owner-part.tsx';
import { ServiceRow, ServiceRowSkeleton, serviceSheet } from './service-row.tsx';
import { ChoiceBar, useIsCramped } from './times/choice-bar.tsx';
import { DayStrip } from './times/day-strip.tsx';
import { StripSkeleton } from './times/strip-skeleton.tsx';
import { useBookingSteps } from './use-booking-steps.ts';
import type { Preselected } from './use-choice.ts';
import type { WaitingDaysProps } from './waiting-days.tsx';

function BookingHead() {
  return <PageHead title="Zakažite termin" back={{ to: paths.home, label: 'Početna' }} />;
}

const FALLBACK = 'Greška pri učitavanju termina.';

/** Only clients wait for days that they can come back to. */
const waitingDays = lazyPage(() => import('./waiting-days.tsx'));
const confirmDialog = lazyPage(() => import('./confirm-dialog.tsx'));
const bookedView = lazyPage(() => import('./booked-view.tsx'));

type Steps = ReturnType<typeof useBookingSteps>;

/** The limit is reached: said before a time is looked for, in the place of the button that leads on. */
function LimitNotice({ text }: { text: string | null }) {
  if (!text) return null;
  return (
    <div className="mb-5 grid gap-3 rounded-card bg-blush p-4">
      <p>{text}</p>
      <ButtonLink to={paths.appointments} isBlock>
        Moji termini
      </ButtonLink>
    </div>
  );
}

function TimesSkeleton() {
  return (
    <>
      <ServiceRowSkeleton />
      <StripSkeleton />
    </>
  );
}

function ServiceAndTime({ steps, owner }: { steps: Steps; owner: OwnerPart | undefined }) {
  const { choice, strip, service, guest, alert, chooseDay, chooseOffer } = steps;
  const isLoaded = choice !== null;
  useEffect(() => {
    if (isLoaded)
      void prefetch([confirmDialog, serviceSheet, bookedView, waitForDay].map(({ fetch }) => fetch));
  }, [isLoaded]);
  if (!choice) return <TimesSkeleton />;
  const ownersProps = owner &&
    guest.role === 'ADMIN' && {
      part: owner,
      guest,
      serviceId: steps.serviceId,
      onService: steps.chooseService,
      day: choice.day,
    };
  return (
    <>
      {ownersProps ? (
        <ForOwner place="begin" {...ownersProps} />
      ) : (
        <div className="hidden in-data-[user=ADMIN]:block">
          <ForWhomOutline />
        </div>
      )}
      <LimitNotice text={steps.limitNotice} />
      <ServiceRow
        service={service}
        id={steps.serviceId}
        fault={steps.serviceFault}
        onChoose={steps.chooseService}
      />
      <DayStrip days={strip.days} chosen={choice.day} onChoose={chooseDay} />
      <ChosenDay
        strip={strip}
        choice={choice}
        service={service}
        guest={guest}
        alert={alert}
        onDay={chooseDay}
        onOffer={chooseOffer}
      />
      <GuestFields
        guest={guest}
        isInDialog={steps.confirming?.asksContact === true}
        onEdit={steps.clearAlert}
      />
      {ownersProps && <ForOwner place="end" {...ownersProps} />}
    </>
  );
}

function Confirmation(props: ConfirmBookingDialogProps) {
  const ConfirmBookingDialog = useLazyPage(confirmDialog);
  return (
    <Suspense>
      <ConfirmBookingDialog {...props} />
    </Suspense>
  );
}

function WaitedFor({ onShow }: Pick<WaitingDaysProps, 'onShow'>) {
  const WaitingDays = useLazyPage(waitingDays);
  return (
    <Suspense fallback={<Loading>{null}</Loading>}>
      <WaitingDays onShow={onShow} />
    </Suspense>
  );
}

/** Keeps service, day and time in the address, for a reload and for Back. */
function useChoiceInAddress({ choice, serviceId, confirming }: Steps): void {
  const isOpen = confirming !== null; // its history entry has an address of its own
  const chosen = choice?.isDayWanted && { day: choice.day, slot: choice.offer?.slots[0].id };
  const path = chosen && bookingPath({ service: serviceId, ...chosen });
  useEffect(() => {
    // while the next page loads, this one is still there
    const isHere = () => window.location.pathname === paths.booking;
    if (path && !isOpen)
      gate.pass(() => isHere() && window.history.replaceState(window.history.state, '', path));
  }, [path, isOpen]);
}

interface ChooseTimeProps {
  preselected: Preselected & { service: number };
  onBooked: (booked: Booked) => void;
  owner: OwnerPart | undefined;
}

/** Service, day, time and for whom; the bar at the bottom leads on to the confirmation. */
function ChooseTime({ preselected, onBooked, owner }: ChooseTimeProps) {
  const steps = useBookingSteps(preselected);
  useChoiceInAddress(steps);
  const isCramped = useIsCramped();
  const { strip, guest, choice, confirming } = steps;
  const isWayOn = hasWayOn(strip, choice);
  return (
    <Page className="in-data-[user=LINK]:invisible">
      <BookingHead />
      <Loaded query={strip.query} fallback={FALLBACK} skeleton={<TimesSkeleton />}>
        {() => <ServiceAndTime steps={steps} owner={owner} />}
      </Loaded>
      {isWayOn && choice && !steps.limitNotice && (
        <ChoiceBar
          day={choice.day}
          offer={choice.offer}
          isInPage={isCramped}
          alert={steps.alert}
          action="Odabir usluge i potvrda rezervacije"
          onProceed={steps.proceed}
        />
      )}
      {guest.role === 'CLIENT' && choice && <WaitedFor onShow={steps.chooseDay} />}
      {confirming && choice?.offer && (
        <Confirmation
          offer={choice.offer}
          service={steps.service}
          serviceId={steps.serviceId}
          serviceFault={steps.serviceFault}
          onService={steps.chooseService}
          service_fit={strip.rules.service_fit}
          guest={guest}
          asksContact={confirming.asksContact}
          onContactRefused={steps.askContact}
          onClose={steps.goBack}
          onBooked={onBooked}
          onGone={steps.loseSlot}
        />
      )}
    </Page>
  );
}

/** It is booked: its page was fetched while the time was being chosen. */
function AfterBooking({ booked }: { booked: Booked }) {
  const BookedView = useLazyPage(bookedView);
  return (
    <Suspense
      fallback={
        <Page>
          <CardSkeleton />
        </Page>
      }
    >
      <BookedView booked={booked} />
    </Suspense>
  );
}

function Booking({ owner }: BookingPageProps) {
  const [query] = useSearchParams();
  const [booked, setBooked] = useState<Booked | null>(null);
  // read once: afterwards the address follows the choice
  const [preselected] = useState({
    service: Number(query.get('usluga')),
    day: query.get('dan'),
    slot: Number(query.get('slot')),
  });
  if (booked) return <AfterBooking booked={booked} />;
  return <ChooseTime preselected={preselected} onBooked={setBooked} owner={owner} />;
}

export interface BookingPageProps {
  owner?: OwnerPart | undefined;
}

/** /booking: service, day, time, confirm; then what was booked. Coming here again by a link starts anew. */
export default function BookingPage({ owner }: BookingPageProps) {
  const key = useNavigationKey();
  return (
    <Guard access="guests-if-welcome" skeleton={<BookingSkeleton />}>
      <Booking key={key} owner={owner} />
    </Guard>
  );
}

/** The page to come, for a visitor while it is not known yet whether guests may book. */
function BookingSkeleton() {
  return (
    <Page>
      <BookingHead />
      <ServiceRowSkeleton />
      <StripSkeleton />
    </Page>
  );
}
