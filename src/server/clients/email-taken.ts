import { refuseClash } from '../platform/refuse-clash.ts';

/**
 * Words the clash of two accounts with one email. Asking first would not do: two requests can both ask and both write, so the
 * database says it (`users.email_key`). Around the whole transaction, never inside one.
 */
export const orEmailTaken = <T>(saving: Promise<T>): Promise<T> =>
  refuseClash(saving, { unique: 'email_taken' });
