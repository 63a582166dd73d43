import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { CalendarSync, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { textOfError } from '#contract/page-errors.ts';
import { actionRefusal, moveRefusal } from '#domain/appointments/appointments.ts';
import { minutesOf, type Offer } from '#domain/appointments/service-fit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { serviceInFull } from '#domain/wording/appointments.ts';
import { beforeComma, dayInWords, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { useNow, useToday } from '../../lib/clock/clock.ts';
import { errorCode, errorStatus, errorText } from '../../lib/errors.ts';
import { Failed } from '../../lib/queries/failed.tsx';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { guestLinkQueries, useSalon, useServices, useUpcoming } from '../../lib/queries/queries.ts';
import { Guard } from '../../lib/routing/guard.tsx';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { focusHeading, Page } from '../../ui/page.tsx';
import { CallButton } from '../../ui/phone-links.tsx';
import { toast } from '../../ui/toast.ts';
import { Warning } from '../../ui/warning.tsx';
import { ChosenDay, hasWayOn } from '../chosen-day.tsx';
import { ChoiceBar, useIsCramped } from '../times/choice-bar.tsx';
import { DayStrip } from '../times/day-strip.tsx';
import { StripSkeleton } from '../times/strip-skeleton.tsx';
import { type FreeOffer, useStrip } from '../times/use-strip.ts';
import { choiceRefusal, SLOT_GONE } from '../use-booking-steps.ts';
import { useChoice } from '../use-choice.ts';
import { homeOf, type Movable, type MoveOf, type MoveOutcomes, useMove } from './use-move.ts';

const POINT = 'absolute left-1 size-2.75 rounded-full';

/** From where to where, on one rail; the new time is the largest. */
function FromTo({ from, to }: { from: Movable; to: Times }) {
  const today = useToday();
  const length = minutesOf(to);
  const before = minutesOf(from);
  return (
    <div className="grid gap-4">
      <div className="relative pl-9 text-soft">
        <i aria-hidden="true" className={cx(POINT, 'top-1.5 shadow-[inset_0_0_0_1.5px_var(--edge)]')} />
        <i
          aria-hidden="true"
          className="absolute top-5 -bottom-7 left-[calc(var(--spacing)*2.375-0.75px)] border-l-[1.5px] border-dotted border-edge"
        />
        <p>
          <span className="sr-only">Od </span>
          <s className="decoration-1 tabular-nums">{timeRange(from.start_datetime, from.end_datetime)}</s>
        </p>
        <p className="text-small">{dayInWords(dateOf(from.start_datetime), today)}</p>
      </div>
      <div className="relative pl-9">
        <i aria-hidden="true" className={cx(POINT, 'top-3.5 bg-accent')} />
        <p className="time-xl">
          <span className="sr-only">Do </span>
          {timeRange(to.start_datetime, to.end_datetime)}
        </p>
        <p>{dayInWordsWithYear(dateOf(to.start_datetime))}</p>
        {length !== before && <p className="mt-1 font-medium">{`${length} min umesto ${before}`}</p>}
        <p className="mt-3 text-small wrap-break-word text-soft">{serviceInFull(from)}</p>
      </div>
    </div>
  );
}

interface MoveDialogProps extends MoveOutcomes {
  of: MoveOf;
  booking: Movable;
  offer: FreeOffer;
  onClose: () => void;
}

/** The last step of moving: from where to where, and it is moved. docs/spec/behaviour.md §5.21 */
function MoveDialog({ of, booking, offer, onClose, ...outcomes }: MoveDialogProps) {
  const { move, isBusy, alert } = useMove(of, outcomes);
  return (
    <Dialog title="Pomeranje termina" onClose={onClose} isBusy={isBusy} hasCloseButton={false}>
      <FromTo from={booking} to={offer} />
      <div className="has-[p]:mt-4">
        <FormAlert text={alert} />
      </div>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} disabled={isBusy}>
          Odustani
        </Button>
        <Button isBusy={isBusy} onClick={() => move(targetOf(offer))}>
          Pomeri termin
        </Button>
      </DialogActions>
    </Dialog>
  );
}

const targetOf = ({ slots: [{ id }], start_datetime, end_datetime }: Offer<{ id: number } & Times>) => ({
  to_id: id,
  seen_start: start_datetime,
  seen_end: end_datetime,
});

/** Above the page until it is done or dropped: which booking, and the way back to it. */
function MovingStrip({ of, booking }: { of: MoveOf; booking?: Movable | undefined }) {
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

interface ChooseMoveProps {
  of: MoveOf;
  booking: Movable;
  /** The server says that it can't be moved any more. */
  onOver: (error: Error) => void;
}

/** Another day and time for a booking, long enough for its service; the bar leads to the confirmation. */
function ChooseMove({ of, booking, onOver }: ChooseMoveProps) {
  const steps = useMoveSteps(booking);
  const { strip, choice, confirming } = steps;
  const services = useServices();
  // without the price list, too short times would be offered
  const isLengthUnknown = booking.service_id !== null && services.isError && !services.data;
  const isCramped = useIsCramped();
  const isWayOn = !isLengthUnknown && hasWayOn(strip, choice);
  return (
    <>
      {isLengthUnknown ? (
        <Failed query={services} fallback="Greška pri učitavanju termina." />
      ) : (
        <Loaded query={strip.query} fallback="Greška pri učitavanju termina." skeleton={<StripSkeleton />}>
          {() => <DayAndTime {...steps} />}
        </Loaded>
      )}
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

/** Why the booking can't be moved, in words; `isSalons`: the salon can still move it. */
interface Refusal {
  text: string;
  isSalons?: boolean;
}

/** What the page can tell by itself; undefined where the booking can be moved. docs/spec/behaviour.md §5.21 */
function refusalOf(booking: Movable | undefined, now: WallTime, untilHours: number): Refusal | undefined {
  if (!booking || actionRefusal('reschedule', booking, 'CLIENT', now))
    return { text: textOfError('not_active') };
  const late = moveRefusal(now, booking.start_datetime, untilHours);
  return late && { text: textOfError(late, untilHours), isSalons: true };
}

/** What the server said: of an id that is not hers as of a booking that is over. */
function serversRefusal(error: Error): Refusal {
  const code = errorCode(error);
  const own = textOfError('not_active');
  if (code === 'not_found') return { text: own };
  return { text: errorText(error, own), isSalons: code === 'move_too_late' };
}

/** It can't be moved: why, whom to call, and the way back. */
function NotMovable({ of, refusal: { text, isSalons } }: { of: MoveOf; refusal: Refusal }) {
  const home = homeOf(of);
  const phone = useSalon().data?.phone;
  useEffect(focusHeading, []);
  return (
    <Page>
      <h1 tabIndex={-1} className="mt-3 mb-4">
        Pomeranje termina
      </h1>
      <Warning>{text}</Warning>
      <div className="mt-6 grid gap-2">
        {isSalons && <CallButton phone={phone} />}
        <ButtonLink to={home.to} variant="quiet" isBlock>
          {home.label}
        </ButtonLink>
      </div>
    </Page>
  );
}

interface LoadedMoveProps<T> {
  of: MoveOf;
  query: UseQueryResult<T, Error>;
  find: (data: NonNullable<T>) => Movable | undefined;
}

/** Another time for the booking, or why it stays where it is. The heading is the same from the first moment: it has the focus. */
function LoadedMove<T>({ of, query, find }: LoadedMoveProps<T>) {
  const now = useNow();
  const salon = useSalon().data;
  const [saidByServer, setSaidByServer] = useState<Refusal | null>(null);
  const isKnown = now !== null && query.data !== undefined && query.data !== null;
  const booking = query.data ? find(query.data) : undefined;
  const own = isKnown ? refusalOf(booking, now, salon?.move_until_hours ?? 0) : undefined;
  const refusal = saidByServer ?? own;
  if (refusal) return <NotMovable of={of} refusal={refusal} />;
  return (
    <Page>
      <MovingStrip of={of} booking={booking} />
      <h1 tabIndex={-1} className="mb-3">
        Izaberite novo vreme
      </h1>
      {isKnown && booking ? (
        <ChooseMove of={of} booking={booking} onOver={(error) => setSaidByServer(serversRefusal(error))} />
      ) : (
        <Loaded query={query} fallback="Greška pri učitavanju termina." skeleton={<StripSkeleton />}>
          {() => <StripSkeleton />}
        </Loaded>
      )}
    </Page>
  );
}

function ClientsMove({ id }: { id: number }) {
  return <LoadedMove of={{ id }} query={useUpcoming()} find={(rows) => rows.find((row) => row.id === id)} />;
}

const LINK_FAULTS: readonly (number | null)[] = [400, 404];

function GuestsMove({ token }: { token: string }) {
  const query = useQuery(guestLinkQueries.booking(token));
  const isDead = LINK_FAULTS.includes(errorStatus(query.error));
  if (isDead) return <NotMovable of={{ token }} refusal={{ text: textOfError('guest_link_dead') }} />;
  return <LoadedMove of={{ token }} query={query} find={(booking) => booking} />;
}

/** /booking?pomeri=ID and /booking#pomeri=…: another time for an own booking (docs/spec/behaviour.md §5.21). */
export default function MovePage({ of }: { of: MoveOf }) {
  if ('token' in of) return <GuestsMove token={of.token} />;
  return (
    <Guard access="logged-in">
      <ClientsMove id={of.id} />
    </Guard>
  );
}
