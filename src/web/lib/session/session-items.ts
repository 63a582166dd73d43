import { currentSession, type OwnKey, type Session, storageOfToken } from './session.ts';

/** What lies beside the token, and goes with it. */
export const ownItem = (key: OwnKey): string | null => storageOfToken()?.getItem(key) ?? null;

/** Not for a session that is over by now, in another tab too: what it has left behind would be the next person's. */
export function keepOwnItem(session: Session, key: OwnKey, text: string | null): void {
  const storage = storageOfToken();
  if (storage?.getItem('token') !== session.token) return;
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, text);
}

/** Does the login outlive its tab? The other kind ends with it, without a word. */
export function isRemembered(): boolean {
  const storage = storageOfToken();
  return currentSession() !== null && storage !== null && storage === localStorage;
}
