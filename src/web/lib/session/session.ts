import { useSyncExternalStore } from 'react';
import { itemOnDevice, storageOf } from './storage.ts';

/** The logged-in user. Kept in local storage, or without remember-me in session storage (docs/spec/product.md §3.10). */
export interface Session {
  readonly token: string;
  readonly role: 'ADMIN' | 'CLIENT';
  readonly email: string;
  readonly name: string;
}

interface Snapshot {
  readonly session: Session | null;
  /** Increases with each change of user, because data fetched for one user must not be shown to the next. */
  readonly epoch: number;
  /** Whether the server rejected the token, so that the user has to log in again. */
  readonly wasRefused: boolean;
}

const KEYS = ['token', 'role', 'email', 'name'] as const;
/**
 * The items that are stored and removed with the token: last seen appointments (device/last-seen.ts) and the push endpoint
 * (device/push.ts).
 */
const OWN_KEYS = ['last-seen', 'pushed-to'] as const;
export type OwnKey = (typeof OWN_KEYS)[number];
const NOBODY: Snapshot = { session: null, epoch: 0, wasRefused: false };

let current: Snapshot | null = null;
const listeners = new Set<() => void>();

/** The storage that holds the token. A token of the tab takes precedence over a remembered one. */
export function storageOfToken(): Storage | null {
  const tab = storageOf('sessionStorage');
  return tab?.getItem('token') ? tab : storageOf('localStorage');
}

function readStored(): Session | null {
  const storage = storageOfToken();
  const token = storage?.getItem('token');
  if (!token) return null;
  const role = storage?.getItem('role') === 'ADMIN' ? 'ADMIN' : 'CLIENT';
  return { token, role, email: storage?.getItem('email') ?? '', name: storage?.getItem('name') ?? '' };
}

function snapshot(): Snapshot {
  current ??= { session: readStored(), epoch: 0, wasRefused: false };
  return current;
}

const isSamePerson = (a: Session | null, b: Session | null): boolean =>
  a === b || (a !== null && b !== null && a.email === b.email && a.role === b.role);

interface Change {
  isSame?: boolean;
  wasRefused?: boolean;
}

function setCurrent(session: Session | null, { isSame, wasRefused = false }: Change = {}): void {
  const before = snapshot();
  const isUnchanged = isSame ?? isSamePerson(session, before.session);
  current = { session, epoch: isUnchanged ? before.epoch : before.epoch + 1, wasRefused };
  for (const listener of listeners) listener();
}

function clearKeys(storage: Storage | null): void {
  for (const key of [...KEYS, ...OWN_KEYS]) storage?.removeItem(key);
}

function write(session: Session, storage: Storage | null): void {
  for (const key of KEYS) storage?.setItem(key, session[key]);
}

/** Starts a session after login or registration. */
export function startSession(session: Session, isRemembered: boolean): void {
  const [local, tab] = [storageOf('localStorage'), storageOf('sessionStorage')];
  clearKeys(local);
  clearKeys(tab);
  write(session, isRemembered ? local : tab);
  setCurrent(session);
}

/** Stores a new token, name or email of the same user (PUT /auth/me) in the same storage. */
export function renewSession(session: Session): void {
  write(session, storageOfToken());
  setCurrent(session, { isSame: true });
}

/** Ends the session after a 401 response. Ignores a response to an older token, because the session may be newer. */
export function refuseToken(token: string): void {
  if (currentSession()?.token !== token) return;
  clearKeys(storageOfToken());
  setCurrent(null, { wasRefused: true });
}

/** Logs out: clears all storage (docs/spec/product.md §2.1). */
export function endSession(): void {
  storageOf('localStorage')?.clear();
  storageOf('sessionStorage')?.clear();
  setCurrent(null);
}

/** The storage key that guest-tickets.ts uses. */
export const GUEST_TICKETS_KEY = 'guest-tickets';

/** Whether the device has tickets. Checked before guest-tickets.ts is loaded, because most visitors have none. */
export const hasGuestTickets = (): boolean => !!itemOnDevice(GUEST_TICKETS_KEY);

/** The current session, for code outside React, such as the request functions. */
export const currentSession = (): Session | null => snapshot().session;

/** Applies session changes of other tabs. Also runs on `pageshow`, because a page in the back/forward cache receives no storage events. */
function syncWithOtherTabs(): void {
  if (!storageOf('localStorage')) return;
  const session = readStored();
  if (JSON.stringify(session) === JSON.stringify(currentSession())) return;
  setCurrent(session);
}

function subscribe(listener: () => void): () => void {
  for (const change of ['storage', 'pageshow'] as const) window.addEventListener(change, syncWithOtherTabs); // idempotent
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * One part of the session's state; the component renders only when this part changes. If it differs from the server's render for a visitor,
 * the component renders again right after hydration.
 */
const usePart = <Part extends keyof Snapshot>(part: Part): Snapshot[Part] =>
  useSyncExternalStore(
    subscribe,
    () => snapshot()[part],
    () => NOBODY[part],
  );

/** The logged-in user; null on the server and for a visitor. */
export const useSession = (): Session | null => usePart('session');

/** A number that identifies the session; part of the key of the query cache. */
export const useSessionEpoch = (): number => usePart('epoch');

/** Whether the server rejected the session's token; true until the next login. */
export const useWasRefused = (): boolean => usePart('wasRefused');
