import { emailKey } from '#domain/accounts.ts';
import { phoneDigits, searchText } from '#domain/search.ts';
import { refuseOnViolation } from '../platform/errors.ts';

export interface Person {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly city: string | null;
}

/** A person's columns of `users` with those that follow from them; whoever writes one of them writes them all. behaviour.md §6 */
export function personColumns({ name, email, phone, city }: Person) {
  return {
    name,
    email: email || null,
    email_key: email ? emailKey(email) : null,
    phone: phone || null,
    phone_digits: phone ? phoneDigits(phone) || null : null,
    city: city || null,
    search_text: searchText([name, email, city], phone),
  };
}

/**
 * Words the clash of two accounts with one email. Asking first would not do: two requests can both ask and both write, so the
 * database says it (`users.email_key`). Around the whole transaction, never inside one.
 */
export const refuseTakenEmail = <T>(saving: Promise<T>): Promise<T> =>
  refuseOnViolation(saving, { unique: 'email_taken' });
