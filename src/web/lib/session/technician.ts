import { storageOfToken } from './session.ts';

const KEY = 'technician';

/** Marks the user who has just logged in; ends with the session. */
export const markTechnician = (): void => storageOfToken()?.setItem(KEY, '1');

/** True for a technician. The server decides what she may do; pages only leave out what it would refuse. docs/spec/behaviour.md §16.13 */
export const isTechnician = (): boolean => !!storageOfToken()?.getItem(KEY);
