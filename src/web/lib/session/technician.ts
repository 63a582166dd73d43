import { storageOfToken } from './session.ts';

const KEY = 'technician';

/** Marks the user who has just logged in as a technician, until the session ends. */
export const markTechnician = (): void => storageOfToken()?.setItem(KEY, '1');

/** Whether the user is a technician. Pages only hide what the server refuses. docs/spec/behaviour.md §16.13 */
export const isTechnician = (): boolean => !!storageOfToken()?.getItem(KEY);
