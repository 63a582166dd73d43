import { skipToken, type UseQueryResult, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarSync, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { Appointment, FreeSlot } from '#contract/appointments.ts';
import type { GuestBooking } from '#contract/booking/booking.ts';
import type { RequestBody } from '#contract/index.ts';
import { textOfError } from '#contract/page-errors.ts';
import { actionRefusal, moveRefusal } from '#domain/appointments/appointments.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { type AppointmentId, toId } from '#domain/ids.ts';
import { t } from '#domain/language/translate.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { serviceInFull } from '#domain/wording/booked-services.ts';
import { beforeComma, dayInWords, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { errorCode, errorStatus, errorText, request } from '../../lib/api.ts';
import type { TimesToMove } from '../../lib/appointment/free-days.ts';
import { chunksOf } from '../../lib/appointment/free-slots.ts';
import type { FreeOffer } from '../../lib/appointment/offers.ts';
import { Rail } from '../../lib/appointment/rail.tsx';
import { serviceIdsOf } from '../../lib/appointment/services-body.ts';
import { attempts, RETRY_LOST } from '../../lib/attempts.ts';
import { useNow, useToday } from '../../lib/clock/clock.ts';
import { Loaded } from '../../lib/queries/loaded.tsx';
import {
  appointmentQueries,
  FREE_SLOTS_KEY,
  guestLinkQuery,
  useSalon,
  useUpcoming,
} from '../../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { Guard } from '../../lib/routing/guard.tsx';
import { type BookingOf, guestLinkPath, paths } from '../../lib/routing/paths.ts';
import { isDeadLink, keepGuestTicket, knownOf, useGuestTickets } from '../../lib/session/guest-tickets.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogActions, FormAlert } from '../../ui/form.tsx';
import { focusHeading, Page } from '../../ui/page.tsx';
import { CallButton } from '../../ui/phone-links.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { Warning } from '../../ui/warning.tsx';
import { ChoiceCard } from '../service-row.tsx';
import { ChoiceBar } from '../times/choice-bar.tsx';
import { ChooserSkeleton, FALLBACK, TechnicianChoice, TimeChooser } from '../times/time-chooser.tsx';
import { useChooser } from '../times/use-chooser.ts';
import { startOf } from '../use-booking-form.ts';

type Booking = Appointment | GuestBooking;

type Target = RequestBody<'POST /appointments/{id}/reschedule'>;

/** The page to which the user returns after the move: 'Moji termini', or the page of the guest's link. */
const homeOf = (of: BookingOf): { to: string; label: string } =>
  'id' in of
    ? { to: paths.appointments, label: t('Moji termini') }
    : { to: guestLinkPath(of.token), label: t('Vaš termin') };

const attemptMove = attempts(
  (of: BookingOf, body: Target, headers): Promise<Booking> =>
    'token' in of
      ? request('POST /guest-link/reschedule', { body: { ...body, ...of }, headers })
      : request('POST /appointments/{id}/reschedule', { params: of, body, headers }),
);

const byStart = (a: Appointment, b: Appointment): number => a.start_datetime.localeCompare(b.start_datetime);

/** Returns a function that puts the new time into cached queries and stored guest tickets before the refetch. */
function useRemember(of: BookingOf) {
  const queries = useQueryClient();
  const { queryKey: upcoming } = appointmentQueries.upcoming(useSession());
  const tickets = useGuestTickets(null);
  return (moved: Booking) => {
    if ('id' in moved) {
      queries.setQueryData(upcoming, (rows) =>
        rows?.map((row) => (row.id === moved.id ? moved : row)).sort(byStart),
      );
    } else if ('token' in of) {
      const { token } = of;
      queries.setQueryData(guestLinkQuery(token).queryKey, moved);
      if (tickets.some((ticket) => ticket.token === token))
        keepGuestTicket({ token, end: moved.end_datetime, known: knownOf(moved) });
    }
  };
}

/** Errors after which the user can choose another time. */
const TIME_GONE: readonly (string | null)[] = ['slot_gone', 'slots_not_joined', 'service_too_long'];

/** Errors after which the booking can't be moved at all. */
const OVER: readonly (string | null)[] = ['not_active', 'move_too_late', 'not_found', 'guest_link_dead'];

function FromTo({ from, to }: { from: Booking; to: Times }) {
  const today = useToday();
  const length = minutesOf(to);
  const before = minutesOf(from);
  return (
    <Rail
      from={timeRange(from.start_datetime, from.end_datetime)}
      to={timeRange(to.start_datetime, to.end_datetime)}
      day={dayInWords(dateOf(from.start_datetime), today)}
    >
      <p>{dayInWordsWithYear(dateOf(to.start_datetime))}</p>
      {length !== before && (
        <p className="mt-1 font-medium">{t('{length} min umesto {before}', { length, before })}</p>
      )}
      <p className="mt-3 text-small wrap-break-word text-soft">{serviceInFull(from)}</p>
    </Rail>
  );
}

/** Stands for no slot: the own booking covers the start. Technician and start say which time it is. */
const ANY_SLOT = toId<AppointmentId>(1);

/** Where a booking can be moved in a salon that splits slots: each time as a slot of its own. docs/spec/behaviour.md §26.1 */
const timesToMove =
  (of: BookingOf): TimesToMove =>
  (range) => ({
    queryKey: [...FREE_SLOTS_KEY, 'move', of, range?.from, range?.to],
    queryFn:
      range === null
        ? skipToken
        : async ({ signal }): Promise<FreeSlot[]> => {
            const times = await Promise.all(
              chunksOf(range).map((days) =>
                'token' in of
                  ? request('POST /guest-link/free', { body: { ...of, ...days }, signal })
                  : request('GET /appointments/{id}/free', { params: of, query: days, signal }),
              ),
            );
            return times.flat().map(({ slot_id, ...time }) => ({
              ...time,
              id: slot_id ?? ANY_SLOT,
              status: 'AVAILABLE' as const,
            }));
          },
    refetchOnWindowFocus: 'always',
  });

interface MoveDialogProps {
  of: BookingOf;
  booking: Booking;
  offer: FreeOffer;
  /** Whether another technician may take over the booking. */
  isForAny: boolean;
  onClose: () => void;
  onGone: () => void;
  onOver: (error: Error) => void;
}

/** The dialog that confirms the move, and then shows the booking. Repeats a request that got no response. docs/spec/behaviour.md §5.21 */
function MoveDialog({ of, booking, offer, isForAny, onClose, onGone, onOver }: MoveDialogProps) {
  const today = useToday();
  const isSplit = useSalon().data?.split_slots === 1;
  const [, navigate] = useLocation();
  const invalidate = useInvalidateAppointments();
  const remember = useRemember(of);
  const { start_datetime: seen_start, end_datetime: seen_end } = offer;
  const target = {
    to_id: offer.slots[0].id,
    seen_start,
    seen_end,
    ...(isSplit && startOf(offer)),
    ...(isForAny && { any_technician: 1 as const }),
  };
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => attemptMove(of, target),
    ...RETRY_LOST,
    onSuccess: (moved) => {
      remember(moved);
      toast('success', whenInWords(moved, today), { title: t('Termin je pomeren.') });
      navigate(homeOf(of).to, { replace: true });
      invalidate();
    },
    onError: (error) => {
      const code = errorCode(error);
      if (TIME_GONE.includes(code)) onGone();
      if (OVER.includes(code)) onOver(error);
      if (errorStatus(error) !== 0) invalidate();
    },
  });
  return (
    <Dialog title={t('Pomeranje termina')} onClose={onClose} isBusy={isPending} hasCloseButton={false}>
      <FromTo from={booking} to={offer} />
      <div className="has-[p]:mt-4">
        <FormAlert text={error && errorText(error, t('Greška pri pomeranju termina.'))} />
      </div>
      <DialogActions>
        <Button variant="quiet" onClick={onClose} disabled={isPending}>
          {t('Odustani')}
        </Button>
        <Button isBusy={isPending} onClick={() => mutate()}>
          {t('Pomeri termin')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function MovingStrip({ of, booking }: { of: BookingOf; booking?: Booking | undefined }) {
  const today = useToday();
  const start = booking?.start_datetime;
  return (
    <div className="sticky low:static top-0 z-3 -mx-(--gap) -mt-3 mb-3 flex min-h-14 items-center gap-3 border-b border-line bg-blush py-1 pr-2 pl-(--gap) text-small md:rounded-b-card">
      <CalendarSync className="shrink-0 text-link" />
      <p className="min-w-0 flex-1">
        {start && (
          <>
            <b className="font-semibold">{t('Pomerate:')}</b>{' '}
            {`${beforeComma(dayInWords(dateOf(start), today))}, ${clockOf(start)}`}
          </>
        )}
      </p>
      <Link
        to={homeOf(of).to}
        replace
        aria-label={t('Odustani od pomeranja')}
        className="grid size-11 shrink-0 place-items-center rounded-card hover:bg-card"
      >
        <X />
      </Link>
    </div>
  );
}

interface ChooseMoveProps {
  of: BookingOf;
  booking: Booking;
  /** The minimum number of hours between a move and the appointment; 0 means no limit. */
  untilHours: number;
  onOver: (error: Error) => void;
}

function ChooseMove({ of, booking, untilHours, onOver }: ChooseMoveProps) {
  const { services, technician_id: keptId = null } = booking;
  const ids = serviceIdsOf(booking);
  const [isConfirming, setIsConfirming] = useState(false);
  const chooser = useChooser({
    services: { minutes: minutesOfServices(services), ids },
    keptId,
    moved: timesToMove(of),
    isReady: true,
  });
  const offer = chooser.choice?.offer;
  const loseTime = () => {
    setIsConfirming(false);
    chooser.lose();
  };
  return (
    <>
      <TimeChooser
        chooser={chooser}
        before={
          chooser.strip.technicians[1] && (
            <ChoiceCard>
              <TechnicianChoice chooser={chooser} />
            </ChoiceCard>
          )
        }
      >
        <p className="mt-6 text-small text-soft">
          {t('Usluga, cena i napomena ostaju iste.')}
          {untilHours > 0 &&
            ` ${t('Termin možete pomeriti najkasnije {hours} h ranije.', { hours: untilHours })}`}
        </p>
        <ChoiceBar
          chooser={chooser}
          note={serviceInFull(booking)}
          action={t('Pomeri termin')}
          onProceed={() => setIsConfirming(chooser.judge())}
        />
      </TimeChooser>
      {isConfirming && offer && (
        <MoveDialog
          of={of}
          booking={booking}
          offer={offer}
          isForAny={chooser.wanted.technicianId === null}
          onClose={() => setIsConfirming(false)}
          onGone={loseTime}
          onOver={onOver}
        />
      )}
    </>
  );
}

/**
 * Why the booking can't be moved: the reason in the server's `error`, otherwise the reason that the page itself finds; falsy if it can be
 * moved. A booking that was not found gets the same text as a past booking. docs/spec/behaviour.md §5.21
 */
function refusalOf(booking: Booking | undefined, now: WallTime, untilHours: number, error: Error | null) {
  const text = textOfError('not_active');
  const code = errorCode(error);
  if (code && code !== 'not_found')
    return { text: errorText(error, text), isSalons: code === 'move_too_late' };
  if (code || !booking || actionRefusal('reschedule', booking, 'CLIENT', now)) return { text };
  const late = moveRefusal(now, booking.start_datetime, untilHours);
  return late && { text: textOfError(late, untilHours), isSalons: true };
}

interface NotMovableProps {
  of: BookingOf;
  text: string;
  /** Whether the salon can still move the booking. */
  isSalons?: boolean | undefined;
}

/** Shown for a booking that can't be moved: the reason, a link back and, if the salon can still move it, a button to call the salon. */
function NotMovable({ of, text, isSalons }: NotMovableProps) {
  const home = homeOf(of);
  const phone = useSalon().data?.phone;
  useEffect(focusHeading, []);
  return (
    <Page>
      <h1 tabIndex={-1} className="mt-3 mb-4">
        {t('Pomeranje termina')}
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

interface LoadedMoveProps {
  of: BookingOf;
  query: UseQueryResult;
  booking: Booking | undefined;
}

/** Lets the user choose another time, or shows why the booking can't be moved. */
function LoadedMove({ of, query, booking }: LoadedMoveProps) {
  const now = useNow();
  const untilHours = useSalon().data?.move_until_hours ?? 0;
  const [error, setError] = useState<Error | null>(null);
  const isKnown = now !== null && query.data !== undefined && query.data !== null;
  const refusal = isKnown && refusalOf(booking, now, untilHours, error);
  if (refusal) return <NotMovable of={of} {...refusal} />;
  return (
    <Page width="booking">
      <MovingStrip of={of} booking={booking} />
      <h1 tabIndex={-1} className="mb-3">
        {t('Izaberite novo vreme')}
      </h1>
      {isKnown && booking ? (
        <ChooseMove of={of} booking={booking} untilHours={untilHours} onOver={setError} />
      ) : (
        <Loaded query={query} fallback={t(FALLBACK)} skeleton={<ChooserSkeleton />}>
          {() => <ChooserSkeleton />}
        </Loaded>
      )}
    </Page>
  );
}

function ClientsMove({ id }: { id: number }) {
  const query = useUpcoming();
  return <LoadedMove of={{ id }} query={query} booking={query.data?.find((row) => row.id === id)} />;
}

function GuestsMove({ token }: { token: string }) {
  const query = useQuery(guestLinkQuery(token));
  if (isDeadLink(query.error)) return <NotMovable of={{ token }} text={textOfError('guest_link_dead')} />;
  return <LoadedMove of={{ token }} query={query} booking={query.data} />;
}

/** The page /booking?pomeri=ID or /booking#pomeri=…: moves the user's own booking (docs/spec/behaviour.md §5.21). */
export default function MovePage({ of }: { of: BookingOf }) {
  if ('token' in of) return <GuestsMove token={of.token} />;
  return (
    <Guard access="logged-in">
      <ClientsMove id={of.id} />
    </Guard>
  );
}
