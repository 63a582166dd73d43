import { useSyncExternalStore } from 'react';
import { ROLES, type Role } from '#domain/accounts/roles.ts';
import { frame } from '../../ui/frame.ts';
import { itemOnDevice, storageOf } from './storage.ts';

/** The logged-in user. Kept in local storage, or without remember-me in session storage (docs/spec/product.md §3.10). */
export interface Session {
  readonly token: string;
  readonly role: Role;
  readonly email: string;
  readonly name: string;
}

interface Snapshot {
  readonly session: Session | null;
  /** Increases with each change of user, because data fetched for one user must not be shown to the next. */
  readonly epoch: number;
  /** The server rejected the token at the page's first request: the user must log in again. */
  readonly wasRefused: boolean;
  /** The session ended while a page was open. The page stays visible until the user logs in again or leaves the page. */
  readonly isEnded: boolean;
}

const KEYS = ['token', 'role', 'email', 'name'] as const;

/** Keys of items stored and removed with the token: for device/last-seen.ts and device/push.ts. */
const OWN_KEYS = ['last-seen', 'pushed-to'] as const;
export type OwnKey = (typeof OWN_KEYS)[number];
const NOBODY: Snapshot = { session: null, epoch: 0, wasRefused: false, isEnded: false };

let current: Snapshot | null = null;
const listeners = new Set<() => void>();

/** The storage that holds the token. A token in session storage takes precedence over one in local storage. */
export function storageOfToken(): Storage | null {
  const tab = storageOf('sessionStorage');
  return tab?.getItem('token') ? tab : storageOf('localStorage');
}

const OLD_MARK = 'technician';

function readStored(): Session | null {
  const storage = storageOfToken();
  const token = storage?.getItem('token');
  if (!token) return null;
  const stored = storage?.getItem('role');
  // older releases stored a technician as ADMIN with a mark
  const isMarked = stored === 'ADMIN' && !!storage?.getItem(OLD_MARK);
  const role = isMarked ? 'TECHNICIAN' : (ROLES.find((one) => one === stored) ?? 'CLIENT');
  return { token, role, email: storage?.getItem('email') ?? '', name: storage?.getItem('name') ?? '' };
}

function snapshot(): Snapshot {
  current ??= { ...NOBODY, session: readStored() };
  return current;
}

const isSamePerson = (a: Session | null, b: Session | null): boolean =>
  a === b || (a !== null && b !== null && a.email === b.email && a.role === b.role);

function setCurrent(session: Session | null, changes: Partial<Snapshot> = {}): void {
  const before = snapshot();
  const epoch = before.epoch + (isSamePerson(session, before.session) ? 0 : 1);
  current = { ...NOBODY, session, epoch, ...changes };
  for (const listener of listeners) listener();
}

function clearKeys(storage: Storage | null): void {
  for (const key of [...KEYS, ...OWN_KEYS, OLD_MARK]) storage?.removeItem(key);
}

function clearSession(): void {
  clearKeys(storageOf('localStorage'));
  clearKeys(storageOf('sessionStorage'));
}

function write(session: Session, storage: Storage | null): void {
  for (const key of [...KEYS].reverse()) storage?.setItem(key, session[key]); // the token last: other tabs read the session after each item
}

export function startSession(session: Session, isRemembered: boolean): void {
  clearSession();
  write(session, storageOf(isRemembered ? 'localStorage' : 'sessionStorage'));
  setCurrent(session);
}

/** Stores a new token, name or email of the same user (PUT /auth/me) in the same storage. */
export function renewSession(session: Session): void {
  write(session, storageOfToken());
  setCurrent(session, { epoch: snapshot().epoch });
}

let acceptedToken: string | null = null;

export function acceptToken(token: string): void {
  acceptedToken = token;
}

/** Ends the session after a 401. Ignores the response to an older token, which must not end a newer session. */
export function refuseToken(token: string): void {
  const session = currentSession();
  if (session?.token !== token) return;
  clearKeys(storageOfToken());
  if (token === acceptedToken) setCurrent(session, { isEnded: true });
  else setCurrent(null, { wasRefused: true });
}

export function leaveEndedSession(): void {
  if (snapshot().isEnded) setCurrent(null);
}

/** Ends the session on this device. Keeps what does not belong to it, such as the tickets of guests. */
export function endSession(): void {
  clearSession();
  setCurrent(null);
}

export const GUEST_TICKETS_KEY = 'guest-tickets';

/** Whether the device stores tickets (bookings that a guest made here). Checked before guest-tickets.ts is loaded, because most visitors have none. */
export const hasGuestTickets = (): boolean => !!itemOnDevice(GUEST_TICKETS_KEY);

/** The session, for code outside React; null when it has ended. */
export const currentSession = (): Session | null => (snapshot().isEnded ? null : snapshot().session);

/** The role of the page's user, also after her session has ended: the open page stays hers. */
export const pageRole = (): Role | 'VISITOR' => snapshot().session?.role ?? 'VISITOR';

/** True for the owner and technicians. */
export const isStaff = (session: Session | null): boolean => session !== null && session.role !== 'CLIENT';

/** Whose pages the user has: technicians have the owner's, with their own rows. */
export const viewerOf = (session: Session | null): 'visitor' | 'CLIENT' | 'ADMIN' =>
  isStaff(session) ? 'ADMIN' : session ? 'CLIENT' : 'visitor';

/** True for a technician, who sees the salon as if she were its only technician. docs/spec/behaviour.md §16.13 */
export const isTechnician = (): boolean => pageRole() === 'TECHNICIAN';

export const isEnded = (): boolean => snapshot().isEnded;

/** The token for requests. It remains after the session has ended, so that the open page does not send requests as a visitor. */
export const sessionToken = (): string | null => snapshot().session?.token ?? null;

/**
 * Applies logins and logouts of other tabs. Also runs on `pageshow`, because a page in the back/forward cache receives no storage events.
 * Ignores a token that was only removed: a logout clears the whole storage. If the server has ended the session, the page learns it from its
 * next request.
 */
function syncWithOtherTabs(event: Event & { key?: string | null }): void {
  if (!storageOf('localStorage')) return;
  const session = readStored();
  if (!session && event.key) return;
  if (JSON.stringify(session) === JSON.stringify(currentSession())) return;
  setCurrent(session);
}

function subscribe(listener: () => void): () => void {
  for (const change of ['storage', 'pageshow'] as const) window.addEventListener(change, syncWithOtherTabs); // needs no check: adding the same listener twice has no effect
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns one part of the session's state. Hydration renders it as for a visitor, then renders again if it differs. */
const usePart = <Part extends keyof Snapshot>(part: Part): Snapshot[Part] =>
  useSyncExternalStore(
    subscribe,
    () => snapshot()[part],
    () => (import.meta.env.SSR && frame.isOn ? snapshot() : NOBODY)[part],
  );

/** The session that the page shows. An ended session stays until another page opens. Null on the server and for visitors. */
export const useSession = (): Session | null => usePart('session');

/** A number that identifies the session; part of the key of the query cache. */
export const useSessionEpoch = (): number => usePart('epoch');

export const useWasRefused = (): boolean => usePart('wasRefused');

export const useIsEnded = (): boolean => usePart('isEnded');
