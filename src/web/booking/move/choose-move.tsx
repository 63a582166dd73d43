import { CalendarSync, X } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { beforeComma, dayInWords } from '#domain/wording/dates.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { useSalon, useServices } from '../../lib/queries/queries.ts';
import { toast } from '../../ui/toast.ts';
import { ChosenDay, hasWayOn } from '../chosen-day.tsx';
import { ChoiceBar, useIsCramped } from '../times/choice-bar.tsx';
import { DayStrip } from '../times/day-strip.tsx';
import { StripSkeleton } from '../times/strip-skeleton.tsx';
import { type FreeOffer, useStrip } from '../times/use-strip.ts';
import { choiceRefusal, SLOT_GONE } from '../use-booking-steps.ts';
import { useChoice } from '../use-choice.ts';
import { MoveDialog } from './move-dialog.tsx';
import { homeOf, type Movable, type MoveOf } from './use-move.ts';

/** Above the page until it is done or dropped: which booking, and the way back to it. */
export function MovingStrip({ of, booking }: { of: MoveOf; booking?: Movable | undefined }) {
  const today = useToday();
  const start = booking?.start_datetime;
  return (
    <div className="sticky low:static top-0 z-3 -mx-(--gap) -mt-3 mb-3 flex min-h-14 items-center gap-3 border-b border-line bg-blush py-1 pr-2 pl-(--gap) text-small md:rounded-b-card">
      <CalendarSync aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-link" />
      <p className="min-w-0 flex-1">
        {start && (
          <>
            <b className="font-semibold">Pomerate:</b>{' '}
            {`${beforeComma(dayInWords(dateOf(start), today))}, ${clockOf(start)}`}
          </>
        )}
      </p>
      <Link
        to={homeOf(of).to}
        replace
        aria-label="Odustani od pomeranja"
        className="grid size-11 shrink-0 place-items-center rounded-card hover:bg-card"
      >
        <X aria-hidden="true" size={20} strokeWidth={1.75} />
      </Link>
    </div>
  );
}

/** What stays, and until when. */
function Terms() {
  const hours = useSalon().data?.move_until_hours ?? 0;
  const until = hours > 0 && `Termin možete pomeriti najkasnije ${hours} h ranije.`;
  return (
    <p className="mt-6 text-small text-soft">
      {['Usluga, cena i napomena ostaju iste.', until].filter(Boolean).join(' ')}
    </p>
  );
}

/** The times of a service's length, the chosen one, and why one can't go on with it. */
function useMoveSteps(booking: Movable) {
  const services = useServices();
  const service = services.data?.find(({ id }) => id === booking.service_id) ?? null;
  const strip = useStrip(service?.duration_minutes ?? null);
  const isLoaded = strip.isLoaded && services.isFetched;
  const { choice, isTimeGone, chooseDay, chooseOffer } = useChoice(strip, isLoaded, { day: null, slot: 0 });
  const [alert, setAlert] = useState<string | null>(null);
  const [isConfirming, setIsConfirming] = useState(false);
  const proceed = () => {
    if (!choice) return;
    const refusal = choiceRefusal({
      choice,
      strip,
      activeBookings: 0, // a moved booking is none more
      maxActiveBookings: Number.POSITIVE_INFINITY,
    });
    setAlert(refusal?.text ?? null);
    if (!refusal) return setIsConfirming(true);
    if (refusal.why !== 'list') return;
    chooseOffer(null);
    strip.query.refetch();
  };
  const quietly =
    <T,>(act: (value: T) => void) =>
    (value: T) => {
      setAlert(null);
      act(value);
    };
  return {
    strip,
    choice,
    service,
    alert: alert ?? (isTimeGone ? SLOT_GONE : null),
    proceed,
    confirming: isConfirming && choice ? choice.offer : null,
    chooseDay: quietly(chooseDay),
    chooseOffer: quietly<FreeOffer>(chooseOffer),
    goBack: () => setIsConfirming(false),
    loseTime: () => {
      setIsConfirming(false);
      chooseOffer(null);
      toast('warning', SLOT_GONE);
    },
  };
}

type Steps = ReturnType<typeof useMoveSteps>;

function DayAndTime({ strip, choice, service, alert, chooseDay, chooseOffer }: Steps) {
  if (!choice) return <StripSkeleton />;
  return (
    <>
      <DayStrip days={strip.days} chosen={choice.day} onChoose={chooseDay} />
      <ChosenDay
        strip={strip}
        choice={choice}
        service={service}
        guest={null}
        alert={alert}
        onDay={chooseDay}
        onOffer={chooseOffer}
      />
      <Terms />
    </>
  );
}

export interface ChooseMoveProps {
  of: MoveOf;
  booking: Movable;
  /** The server says that it can't be moved any more. */
  onOver: (error: Error) => void;
}

/** Another day and time for a booking, long enough for its service; the bar leads to the confirmation. */
export function ChooseMove({ of, booking, onOver }: ChooseMoveProps) {
  const steps = useMoveSteps(booking);
  const { strip, choice, confirming } = steps;
  const isCramped = useIsCramped();
  const isWayOn = hasWayOn(strip, choice);
  return (
    <>
      <Loaded query={strip.query} fallback="Greška pri učitavanju termina." skeleton={<StripSkeleton />}>
        {() => <DayAndTime {...steps} />}
      </Loaded>
      {isWayOn && choice && (
        <ChoiceBar
          day={choice.day}
          offer={choice.offer}
          isInPage={isCramped}
          alert={steps.alert}
          action="Pomeri termin"
          onProceed={steps.proceed}
        />
      )}
      {confirming && (
        <MoveDialog
          of={of}
          booking={booking}
          offer={confirming}
          onClose={steps.goBack}
          onGone={steps.loseTime}
          onOver={onOver}
        />
      )}
    </>
  );
}
