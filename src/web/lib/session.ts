import { useSyncExternalStore } from 'react';

/**
 * Who is logged in, as docs/spec/product.md §3.10 stores it: the keys token, role, email and name; without remember-me the token
 * is in session storage.
 */
export interface Session {
  readonly token: string;
  readonly role: 'ADMIN' | 'CLIENT';
  readonly email: string;
  readonly name: string;
}

interface Snapshot {
  readonly session: Session | null;
  /** Rises when another person comes or goes: what was fetched for one must not be shown to the next. */
  readonly visit: number;
  /** The server no longer took the token: the person is asked to log in again. */
  readonly wasRefused: boolean;
}

const KEYS = ['token', 'role', 'email', 'name'] as const;
const NOBODY: Snapshot = { session: null, visit: 0, wasRefused: false };

let current: Snapshot | null = null;
const listeners = new Set<() => void>();

function stored(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[kind] ?? null;
  } catch {
    return null; // a browser that forbids storage: the session then lives as long as the page
  }
}

function readStored(): Session | null {
  const local = stored('localStorage');
  const token = local?.getItem('token') ?? stored('sessionStorage')?.getItem('token');
  if (!token) return null;
  const role = local?.getItem('role') === 'ADMIN' ? 'ADMIN' : 'CLIENT';
  return { token, role, email: local?.getItem('email') ?? '', name: local?.getItem('name') ?? '' };
}

function snapshot(): Snapshot {
  current ??= { session: readStored(), visit: 0, wasRefused: false };
  return current;
}

const isSamePerson = (a: Session | null, b: Session | null): boolean =>
  a === b || (a !== null && b !== null && a.email === b.email && a.role === b.role);

interface Circumstances {
  isSame?: boolean;
  wasRefused?: boolean;
}

function become(session: Session | null, { isSame, wasRefused = false }: Circumstances = {}): void {
  const before = snapshot();
  const goesOn = isSame ?? isSamePerson(session, before.session);
  current = { session, visit: goesOn ? before.visit : before.visit + 1, wasRefused };
  for (const listener of listeners) listener();
}

function store(session: Session, isRemembered: boolean): void {
  const local = stored('localStorage');
  for (const key of KEYS) {
    if (key !== 'token') local?.setItem(key, session[key]);
  }
  (isRemembered ? local : stored('sessionStorage'))?.setItem('token', session.token);
  (isRemembered ? stored('sessionStorage') : local)?.removeItem('token');
}

function forget(): void {
  for (const key of KEYS) stored('localStorage')?.removeItem(key);
  stored('sessionStorage')?.removeItem('token');
}

/** Somebody logged in or registered. */
export function startSession(session: Session, isRemembered: boolean): void {
  store(session, isRemembered);
  become(session);
}

/** The same person goes on with a new token or changed name or email (PUT /auth/me), where the token was before. */
export function renewSession(session: Session): void {
  store(session, stored('sessionStorage')?.getItem('token') == null);
  become(session, { isSame: true });
}

/** The server refused this token (401). An answer to an older one must not end a newer session. */
export function refuseToken(token: string): void {
  if (currentSession()?.token !== token) return;
  forget();
  become(null, { wasRefused: true });
}

/** Logged out: all local storage goes (docs/spec/product.md §2.1). */
export function endSession(): void {
  stored('localStorage')?.clear();
  stored('sessionStorage')?.clear();
  become(null);
}

/** For code outside React, e.g. the token of a call. */
export const currentSession = (): Session | null => snapshot().session;

function followOtherTabs(event: StorageEvent): void {
  if (event.key !== null && !KEYS.some((key) => key === event.key)) return;
  const session = readStored();
  if (JSON.stringify(session) === JSON.stringify(currentSession())) return;
  become(session);
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs);
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs);
  };
}

const nobody = (): Snapshot => NOBODY;
const useSnapshot = (): Snapshot => useSyncExternalStore(subscribe, snapshot, nobody);

/** Who is logged in; null on the server and for a visitor. */
export const useSession = (): Session | null => useSnapshot().session;

/** A number per visit of a person: the key under which everything fetched for her lives. */
export const useSessionEpoch = (): number => useSnapshot().visit;

/** Did the session end because the server refused its token? Until the next login. */
export const useWasRefused = (): boolean => useSnapshot().wasRefused;
