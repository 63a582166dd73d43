import { useSyncExternalStore } from 'react';
import type { GuestBooking } from '#contract/booking/booking.ts';
import { isWallTime, type WallTime } from '#domain/wall-clock.ts';
import { frame } from '../../ui/frame.ts';
import { errorStatus } from '../api.ts';
import type { Booked } from '../attempts.ts';
import { GUEST_TICKETS_KEY as KEY } from './session.ts';
import { itemOnDevice, keepOnDevice } from './storage.ts';
import { storedValue } from './stored-value.ts';

/** The link of a guest's booking, stored on this device so that the guest can find the booking again. docs/spec/behaviour.md §5.17 */
export interface GuestTicket {
  readonly token: string;
  /** The time at which the booking ends. The ticket is then removed. */
  readonly end: WallTime;
  /** The id of the booked slot, which URLs of the booking page name. */
  readonly id?: number;
  /** The booking as the server returned it last, for use without a network. */
  readonly seen?: { readonly at: WallTime; readonly booking: GuestBooking };
  /** The status and start that the guest knows: of her own last action, or confirmed by 'U redu'. */
  readonly known?: Known;
  /** Whether a client was asked about it, and did not want it in the account. */
  readonly isAsked?: true;
}

export type Known = Pick<GuestBooking, 'status' | 'start_datetime'>;

export const knownOf = ({ status, start_datetime }: Known): Known => ({ status, start_datetime });

/** Whether the booking differs from what the guest knows: the salon, or she on another device, has moved or canceled it. */
export const isNews = ({ known }: GuestTicket, booking: Known): boolean =>
  known !== undefined &&
  (known.status !== booking.status ||
    (booking.status === 'BOOKED' && known.start_datetime !== booking.start_datetime));

const NONE: readonly GuestTicket[] = [];

/** The tickets, with the stored text that they were parsed from. Without storage the tickets last as long as the page. */
let current: { text: string | null; tickets: readonly GuestTicket[] } = { text: null, tickets: NONE };
const listeners = new Set<() => void>();

const isTicket = (value: unknown): value is GuestTicket => {
  const { token, end } = (value ?? {}) as Partial<Record<keyof GuestTicket, unknown>>;
  return typeof token === 'string' && typeof end === 'string' && isWallTime(end);
};

const parse = (text: string | null): readonly GuestTicket[] =>
  storedValue(text, Array.isArray)?.filter(isTicket) ?? NONE;

/** The current tickets. Reads the storage each time, because another tab may have added or removed tickets. */
function snapshot(): readonly GuestTicket[] {
  const text = itemOnDevice(KEY);
  if (text !== current.text) current = { text, tickets: parse(text) };
  return current.tickets;
}

function replace(tickets: readonly GuestTicket[]): void {
  keepOnDevice(KEY, tickets.length === 0 ? null : JSON.stringify(tickets));
  current = { text: itemOnDevice(KEY), tickets };
  for (const listener of listeners) listener();
}

/** Stores a ticket. Keeps what is already stored for its token and not given here. */
export function keepGuestTicket(ticket: GuestTicket): void {
  const others = snapshot().filter(({ token }) => token !== ticket.token);
  replace([...others, { ...guestTicket(ticket.token), ...ticket }]);
}

/** Stores the ticket of a booking that was just made; a client's booking has none. */
export function keepBooked({ guest_link: token, ...booked }: Booked): void {
  const { id, end_datetime: end } = booked;
  if (token) keepGuestTicket({ token, end, id, known: knownOf(booked) });
}

/** The stored ticket of a token. */
export const guestTicket = (token: string): GuestTicket | undefined =>
  snapshot().find((ticket) => ticket.token === token);

export const dropGuestTicket = (token: string): void =>
  replace(snapshot().filter((ticket) => ticket.token !== token));

export function dropPastGuestTickets(now: WallTime): void {
  const ahead = snapshot().filter(({ end }) => end > now);
  if (ahead.length < snapshot().length) replace(ahead);
}

function subscribe(listener: () => void): () => void {
  const fromAnotherTab = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener();
  };
  listeners.add(listener);
  window.addEventListener('storage', fromAnotherTab);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', fromAnotherTab);
  };
}

/** Tickets whose bookings have not ended, sorted by end; all tickets while the salon's time is unknown. */
export function useGuestTickets(now: WallTime | null): readonly GuestTicket[] {
  const tickets = useSyncExternalStore(subscribe, snapshot, () =>
    import.meta.env.SSR && frame.isOn ? snapshot() : NONE,
  );
  return tickets.filter(({ end }) => now === null || end > now).sort((a, b) => a.end.localeCompare(b.end));
}

const DEAD: readonly (number | null)[] = [400, 404];

/** Whether the server rejected a link's token: the booking is over or deleted, or the link is incomplete. */
export const isDeadLink = (error: unknown): boolean => DEAD.includes(errorStatus(error));
