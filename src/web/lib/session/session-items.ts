import { currentSession, type OwnKey, type Session, storageOfToken } from './session.ts';

export const ownItem = (key: OwnKey): string | null => storageOfToken()?.getItem(key) ?? null;

/** Stores an item next to the token. Stores nothing after a tab has ended the session, because the next user would get the item. */
export function keepOwnItem(session: Session, key: OwnKey, text: string | null): void {
  const storage = storageOfToken();
  if (storage?.getItem('token') !== session.token) return;
  if (text === null) storage.removeItem(key);
  else storage.setItem(key, text);
}

/** Whether the login outlives its tab ('Zapamti me'). */
export function isRemembered(): boolean {
  const storage = storageOfToken();
  return currentSession() !== null && storage !== null && storage === localStorage;
}
