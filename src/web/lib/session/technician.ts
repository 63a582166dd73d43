import { storageOfToken } from './session.ts';

const KEY = 'technician';

/** Remembers, until the session ends, that the logged-in user is a technician. */
export const markTechnician = (): void => storageOfToken()?.setItem(KEY, '1');

/** Whether the user is a technician. Pages only hide what the server refuses. docs/spec/behaviour.md §16.13 */
export const isTechnician = (): boolean => !!storageOfToken()?.getItem(KEY);
