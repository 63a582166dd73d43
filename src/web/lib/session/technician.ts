import { storageOfToken } from './session.ts';

const KEY = 'technician';

/** Marks the user who has just logged in. A technician sees only her own part of the salon's screens. docs/spec/behaviour.md §16.11 */
export function markTechnician(isTechnician: boolean): void {
  if (isTechnician) storageOfToken()?.setItem(KEY, '1');
  else storageOfToken()?.removeItem(KEY);
}
