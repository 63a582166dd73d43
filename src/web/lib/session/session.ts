import { useSyncExternalStore } from 'react';
import { itemOnDevice, storageOf } from './storage.ts';

/**
 * Who is logged in, as docs/spec/product.md §3.10 stores it: the keys token, role, email and name, in local storage; without
 * remember-me in session storage, which belongs to its tab alone.
 */
export interface Session {
  readonly token: string;
  readonly role: 'ADMIN' | 'CLIENT';
  readonly email: string;
  readonly name: string;
}

interface Snapshot {
  readonly session: Session | null;
  /** Rises when somebody else logs in or out: what was fetched for one user must not be shown to the next. */
  readonly epoch: number;
  /** The server no longer took the token: the user has to log in again. */
  readonly wasRefused: boolean;
}

const KEYS = ['token', 'role', 'email', 'name'] as const;
/** Beside them, and gone with them: what the person saw last (device/last-seen.ts), and where pushes go (device/push.ts). */
const OWN_KEYS = ['last-seen', 'pushed-to'] as const;
export type OwnKey = (typeof OWN_KEYS)[number];
const NOBODY: Snapshot = { session: null, epoch: 0, wasRefused: false };

let current: Snapshot | null = null;
const listeners = new Set<() => void>();

/** The storage of a token: the tab's own comes first. */
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

function become(session: Session | null, { isSame, wasRefused = false }: Change = {}): void {
  const before = snapshot();
  const goesOn = isSame ?? isSamePerson(session, before.session);
  current = { session, epoch: goesOn ? before.epoch : before.epoch + 1, wasRefused };
  for (const listener of listeners) listener();
}

function clearKeys(storage: Storage | null): void {
  for (const key of [...KEYS, ...OWN_KEYS]) storage?.removeItem(key);
}

function write(session: Session, storage: Storage | null): void {
  for (const key of KEYS) storage?.setItem(key, session[key]);
}

/** Somebody logged in or registered. */
export function startSession(session: Session, isRemembered: boolean): void {
  const [local, tab] = [storageOf('localStorage'), storageOf('sessionStorage')];
  clearKeys(local);
  clearKeys(tab);
  write(session, isRemembered ? local : tab);
  become(session);
}

/** The same person goes on with a new token or changed name or email (PUT /auth/me), where the token was before. */
export function renewSession(session: Session): void {
  write(session, storageOfToken());
  become(session, { isSame: true });
}

/** The server refused this token (401). A response to an older one must not end a newer session. */
export function refuseToken(token: string): void {
  if (currentSession()?.token !== token) return;
  clearKeys(storageOfToken());
  become(null, { wasRefused: true });
}

/** Logged out: all local storage goes (docs/spec/product.md §2.1). */
export function endSession(): void {
  storageOf('localStorage')?.clear();
  storageOf('sessionStorage')?.clear();
  become(null);
}

/** The name of a visitor's tickets beside them, which guest-tickets.ts keeps. */
export const GUEST_TICKETS_KEY = 'guest-tickets';

/** May there be some? Asked before that file is loaded: most visitors have none. */
export const hasGuestTickets = (): boolean => !!itemOnDevice(GUEST_TICKETS_KEY);

/** For code outside React, e.g. the token of a request. */
export const currentSession = (): Session | null => snapshot().session;

/** Also what they did while the browser kept this page for a step back: it was told nothing then. */
function followOtherTabs(): void {
  if (!storageOf('localStorage')) return;
  const session = readStored();
  if (JSON.stringify(session) === JSON.stringify(currentSession())) return;
  become(session);
}

function subscribe(listener: () => void): () => void {
  for (const change of ['storage', 'pageshow'] as const) window.addEventListener(change, followOtherTabs); // again is once
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * One part alone: where another part changes, the component is not rendered. What differs from what the server has rendered, a
 * visitor's page, is rendered again as soon as React has woken up, and with it all that the component holds, at once.
 */
const usePart = <Part extends keyof Snapshot>(part: Part): Snapshot[Part] =>
  useSyncExternalStore(
    subscribe,
    () => snapshot()[part],
    () => NOBODY[part],
  );

/** Who is logged in; null on the server and for a visitor. */
export const useSession = (): Session | null => usePart('session');

/** A number per session of a person: the key under which everything fetched for them lives. */
export const useSessionEpoch = (): number => usePart('epoch');

/** Did the session end because the server refused its token? Until the next login. */
export const useWasRefused = (): boolean => usePart('wasRefused');
