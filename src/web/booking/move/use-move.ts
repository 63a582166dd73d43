import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import type { GuestBooking } from '#contract/booking/guest-links.ts';
import type { RequestBody } from '#contract/index.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { errorCode, errorStatus, errorText, request } from '../../lib/api.ts';
import { type Attempt, attempts, RETRY_LOST } from '../../lib/attempts.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { appointmentQueries, guestLinkQueries } from '../../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { guestLinkPath, paths } from '../../lib/routing/paths.ts';
import { keepGuestTicket, useGuestTickets } from '../../lib/session/guest-tickets.ts';
import { useSession } from '../../lib/session/session.ts';
import { toast } from '../../ui/toast.ts';

/** The booking to move: a client's by its id, a guest's by the token of the link. */
export type MoveOf = { id: number } | { token: string };

export type Movable = Pick<
  Appointment,
  'start_datetime' | 'end_datetime' | 'status' | 'services' | 'service_name' | 'service_price'
> & { technician_id?: TechnicianId | undefined };

type Target = RequestBody<'POST /appointments/{id}/reschedule'>;

/** The page that shows the booking, to which the user returns after the move. */
export const homeOf = (of: MoveOf): { to: string; label: string } =>
  'id' in of
    ? { to: paths.appointments, label: 'Moji termini' }
    : { to: guestLinkPath(of.token), label: 'Vaš termin' };

type Moved = Appointment | GuestBooking;

const attemptMove = attempts<Target, Moved>();

function send(of: MoveOf, { key, body }: Attempt<Target>): Promise<Moved> {
  const headers = { 'idempotency-key': key };
  if ('token' in of)
    return request('POST /guest-link/reschedule', { body: { ...body, token: of.token }, headers });
  return request('POST /appointments/{id}/reschedule', { params: { id: of.id }, body, headers });
}

const byStart = (a: Appointment, b: Appointment): number => a.start_datetime.localeCompare(b.start_datetime);

/** Returns a function that puts the new time into cached queries and tickets before the refetch. */
function useRemember(of: MoveOf) {
  const queries = useQueryClient();
  const { queryKey: upcoming } = appointmentQueries.upcoming(useSession());
  const tickets = useGuestTickets(null);
  return (moved: Moved) => {
    if ('id' in moved) {
      queries.setQueryData(upcoming, (rows) =>
        rows?.map((row) => (row.id === moved.id ? moved : row)).sort(byStart),
      );
    } else if ('token' in of) {
      const { token } = of;
      queries.setQueryData(guestLinkQueries.booking(token).queryKey, moved);
      if (tickets.some((ticket) => ticket.token === token))
        keepGuestTicket({ token, end: moved.end_datetime });
    }
  };
}

/** Errors after which the user can choose another time. */
const TIME_GONE: readonly (string | null)[] = ['slot_gone', 'slots_not_joined', 'service_too_long'];

/** Errors after which the booking can't be moved at all. */
const OVER: readonly (string | null)[] = ['not_active', 'move_too_late', 'not_found', 'guest_link_dead'];

const FALLBACK = 'Greška pri pomeranju termina.';

export interface MoveOutcomes {
  /** Called when the time has been taken in the meantime. */
  onGone: () => void;
  /** Called when the booking can't be moved at all. */
  onOver: (error: Error) => void;
}

/** Moves the booking and navigates back to it; retries a request without a response with the same key. */
export function useMove(of: MoveOf, { onGone, onOver }: MoveOutcomes) {
  const today = useToday();
  const [, navigate] = useLocation();
  const invalidate = useInvalidateAppointments();
  const remember = useRemember(of);
  const about = 'id' in of ? of.id : of.token;
  const mutation = useMutation({
    mutationFn: (target: Target) => attemptMove(about, target, (attempt) => send(of, attempt)),
    ...RETRY_LOST,
    onSuccess: (moved) => {
      remember(moved);
      toast('success', whenInWords(moved, today), { title: 'Termin je pomeren.' });
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
  const { error } = mutation;
  return {
    move: (target: Target) => !mutation.isPending && mutation.mutate(target),
    isBusy: mutation.isPending,
    alert: error && !TIME_GONE.includes(errorCode(error)) ? errorText(error, FALLBACK) : null,
  };
}
