import { Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import { priceText } from '#domain/wording/numbers.ts';
import { useNavigationKey } from '../lib/routing/browser-router.tsx';
import { Guard } from '../lib/routing/guard.tsx';
import { lazyPage, prefetch, useLazyPage } from '../lib/routing/lazy-page.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { gate } from '../ui/history/entry.ts';
import { Page, PageHead } from '../ui/page.tsx';
import { CardSkeleton, Loading } from '../ui/screen-states.tsx';
import type { Booked } from './attempts.ts';
import type { ConfirmBookingDialogProps } from './confirm-dialog.tsx';
import { GuestFields } from './guest-fields.tsx';
import { ForOwner, ForWhomOutline, type OwnerPart } from './owner-part.tsx';
import { ServiceRow, ServiceRowSkeleton, serviceSheet } from './service-row.tsx';
import { ChoiceBar } from './times/choice-bar.tsx';
import { ChooserSkeleton, TimeChooser } from './times/time-chooser.tsx';
import type { Preselected } from './times/use-chooser.ts';
import { type BookingSteps, useBookingSteps } from './use-booking-steps.ts';
import type { WaitingDaysProps } from './waiting-days.tsx';
import type { WaitForDayProps } from './waitlist.tsx';

function BookingHead() {
  return <PageHead title="Zakažite termin" back={{ to: paths.home, label: 'Početna' }} />;
}

const waitForDay = lazyPage(() => import('./waitlist.tsx'));
const waitingDays = lazyPage(() => import('./waiting-days.tsx'));
const confirmDialog = lazyPage(() => import('./confirm-dialog.tsx'));
const bookedView = lazyPage(() => import('./booked-view.tsx'));

/** The limit of bookings is reached: shown before the user looks for a time, instead of the button. */
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

interface StepsProps {
  steps: BookingSteps;
  onBooked: (booked: Booked) => void;
  owner: OwnerPart | undefined;
}

/** Above the days: the limit, the service, and for the owner the client. */
function BeforeDays({ steps, owner, onBooked }: StepsProps) {
  const { service, serviceId, serviceFault, chooseService, guest, chooser } = steps;
  return (
    <>
      {owner && guest.role === 'ADMIN' ? (
        <ForOwner place="begin" part={owner} steps={steps} onBooked={onBooked} />
      ) : (
        <div className="hidden in-data-[user=ADMIN]:block">
          <ForWhomOutline />
        </div>
      )}
      <LimitNotice text={chooser.limitText} />
      <ServiceRow service={service} id={serviceId} fault={serviceFault} onChoose={chooseService} />
    </>
  );
}

/** Below the times: the person, and the button that leads on. */
function AfterTimes({ steps, owner, onBooked }: StepsProps) {
  const { guest, service, confirming, chooser } = steps;
  return (
    <>
      <GuestFields guest={guest} isInDialog={confirming?.asksContact === true} onEdit={chooser.clearAlert} />
      {owner && guest.role === 'ADMIN' ? (
        <ForOwner place="end" part={owner} steps={steps} onBooked={onBooked} />
      ) : (
        <ChoiceBar
          chooser={chooser}
          note={service && `${service.name} · ${priceText(service.price)}`}
          action="Odabir usluge i potvrda rezervacije"
          onProceed={() => steps.judge() && steps.openConfirmation()}
        />
      )}
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

/** Renders only in the browser: the server's renderer does not wait for a chunk. */
function Wait(props: WaitForDayProps) {
  const WaitForDay = useLazyPage(waitForDay);
  const [isInBrowser, setIsInBrowser] = useState(false);
  useLayoutEffect(() => setIsInBrowser(true), []);
  if (!isInBrowser) return null;
  return (
    <Suspense fallback={<Loading>{null}</Loading>}>
      <WaitForDay {...props} />
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
function useChoiceInAddress({ chooser: { choice }, serviceId, confirming }: BookingSteps): void {
  const isOpen = confirming !== null; // its history entry has an address of its own
  const chosen = choice?.isDayWanted && { day: choice.day, slot: choice.offer?.slots[0].id };
  const path = chosen && bookingPath({ service: serviceId, ...chosen });
  useEffect(() => {
    // this page stays mounted while the next one loads
    const isHere = () => window.location.pathname === paths.booking;
    if (path && !isOpen)
      gate.pass(() => isHere() && window.history.replaceState(window.history.state, '', path));
  }, [path, isOpen]);
}

interface ChooseTimeProps extends Omit<StepsProps, 'steps'> {
  preselected: Preselected & { service: number };
}

/** Service, day, time and person; the button leads to the confirmation, the owner's books at once. */
function ChooseTime({ preselected, onBooked, owner }: ChooseTimeProps) {
  const steps = useBookingSteps(preselected);
  useChoiceInAddress(steps);
  const { chooser, guest, service, confirming } = steps;
  const { choice, strip } = chooser;
  const isLoaded = choice !== null;
  useEffect(() => {
    if (isLoaded)
      void prefetch([confirmDialog, serviceSheet, bookedView, waitForDay].map(({ fetch }) => fetch));
  }, [isLoaded]);
  const fitted = strip.rules.service_fit === 'require' ? service?.id : undefined;
  const parts = { steps, owner, onBooked };
  return (
    <Page width="booking" className="in-data-[user=LINK]:invisible">
      <BookingHead />
      <TimeChooser
        chooser={chooser}
        before={<BeforeDays {...parts} />}
        beforeSkeleton={<ServiceRowSkeleton />}
        wait={(date, variant) => (
          <Wait
            key={`${date} ${fitted ?? ''}`}
            date={date}
            serviceId={fitted}
            guest={guest}
            variant={variant}
          />
        )}
      >
        <AfterTimes {...parts} />
      </TimeChooser>
      {guest.role === 'CLIENT' && choice && <WaitedFor onShow={chooser.chooseDay} />}
      {confirming && choice?.offer && <Confirmation steps={steps} offer={choice.offer} onBooked={onBooked} />}
    </Page>
  );
}

/** The page after the booking; its chunk was prefetched. */
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

/** /booking: service, day, time, confirmation; then what was booked. A link to this page starts again. */
export default function BookingPage({ owner }: BookingPageProps) {
  const key = useNavigationKey();
  return (
    <Guard access="guests-if-welcome" skeleton={<BookingSkeleton />}>
      <Booking key={key} owner={owner} />
    </Guard>
  );
}

/** Shown to visitors until it is known whether guests may book. */
function BookingSkeleton() {
  return (
    <Page width="booking">
      <BookingHead />
      <ChooserSkeleton before={<ServiceRowSkeleton />} />
    </Page>
  );
}
