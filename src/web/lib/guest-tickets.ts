import { useSyncExternalStore } from 'react';
import { isWallTime, type WallTime } from '#domain/wall-clock.ts';
import { GUEST_TICKETS_KEY as KEY } from './session.ts';

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

let current: readonly GuestTicket[] | null = null;
const listeners = new Set<() => void>();

function storage(): Storage | null {
  try {
    return globalThis.localStorage ?? null;
  } catch {
    return null; // a browser that forbids storage: the tickets then live as long as the page
  }
}

const isTicket = (value: unknown): value is GuestTicket => {
  const { token, end } = (value ?? {}) as Partial<Record<keyof GuestTicket, unknown>>;
  return typeof token === 'string' && typeof end === 'string' && isWallTime(end);
};

function readStored(): readonly GuestTicket[] {
  const text = storage()?.getItem(KEY);
  if (!text) return NONE;
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored.filter(isTicket) : NONE;
  } catch {
    return NONE; // somebody else's text under this name
  }
}

const snapshot = (): readonly GuestTicket[] => (current ??= readStored());

function become(tickets: readonly GuestTicket[]): void {
  current = tickets;
  try {
    if (tickets.length === 0) storage()?.removeItem(KEY);
    else storage()?.setItem(KEY, JSON.stringify(tickets));
  } catch {
    // a full storage: the tickets then live as long as the page
  }
  for (const listener of listeners) listener();
}

/** Keeps a booking's link on this device; one that is there already has its end corrected. */
export const keepGuestTicket = (ticket: GuestTicket): void =>
  become([...snapshot().filter(({ token }) => token !== ticket.token), ticket]);

/** Takes it off this device; the booking stays. */
export const dropGuestTicket = (token: string): void =>
  become(snapshot().filter((ticket) => ticket.token !== token));

/** Takes off what is over, so that nothing of it is asked for again. */
export function dropPastGuestTickets(now: WallTime): void {
  const ahead = snapshot().filter(({ end }) => end > now);
  if (ahead.length < snapshot().length) become(ahead);
}

/** `/logout`: the next user of this device finds none. */
export const dropGuestTickets = (): void => become(NONE);

function subscribe(listener: () => void): () => void {
  const fromAnotherTab = (event: StorageEvent) => {
    if (event.key !== KEY && event.key !== null) return;
    current = null;
    listener();
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
