import { useSyncExternalStore } from 'react';
import { isWallTime, type WallTime } from '#domain/wall-clock.ts';
import { GUEST_TICKETS_KEY as KEY } from './session.ts';
import { itemOnDevice, keepOnDevice } from './storage.ts';

/**
 * The bookings that a visitor made on this device: the tokens of their links, so that they are found again without an account.
 * Nothing else of them is kept here. docs/spec/behaviour.md §5.17
 */
export interface GuestTicket {
  readonly token: string;
  /** When its time is over, and it with it. */
  readonly end: WallTime;
}

const NONE: readonly GuestTicket[] = [];

/** The tickets with the stored text that they were read from. Where storage keeps nothing they live as long as the page. */
let current: { text: string | null; tickets: readonly GuestTicket[] } = { text: null, tickets: NONE };
const listeners = new Set<() => void>();

const isTicket = (value: unknown): value is GuestTicket => {
  const { token, end } = (value ?? {}) as Partial<Record<keyof GuestTicket, unknown>>;
  return typeof token === 'string' && typeof end === 'string' && isWallTime(end);
};

function parse(text: string | null): readonly GuestTicket[] {
  if (!text) return NONE;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isTicket) : NONE;
  } catch {
    return NONE; // somebody else's text under this name
  }
}

/** Read each time: another tab may have added or removed tickets since. */
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

/** Keeps a booking's link on this device; one that is there already has its end corrected. */
export const keepGuestTicket = (ticket: GuestTicket): void =>
  replace([...snapshot().filter(({ token }) => token !== ticket.token), ticket]);

/** Takes it off this device; the booking stays. */
export const dropGuestTicket = (token: string): void =>
  replace(snapshot().filter((ticket) => ticket.token !== token));

/** Takes off what is over, so that nothing of it is asked for again. */
export function dropPastGuestTickets(now: WallTime): void {
  const ahead = snapshot().filter(({ end }) => end > now);
  if (ahead.length < snapshot().length) replace(ahead);
}

/** `/logout`: the next user of this device finds none. */
export const dropGuestTickets = (): void => replace(NONE);

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

/** Those whose time is not over, soonest to end first; all of them while the salon's clock is not known. */
export function useGuestTickets(now: WallTime | null): readonly GuestTicket[] {
  const tickets = useSyncExternalStore(subscribe, snapshot, () => NONE);
  return tickets.filter(({ end }) => now === null || end > now).sort((a, b) => a.end.localeCompare(b.end));
}
