import { refusals } from '#contract/refusals.ts';
import { passwordRefusal } from '#salon/accounts.ts';
import { refuse } from '../platform/refuse.ts';
import type { Passwords } from '../platform/sessions/passwords.ts';

/**
 * The hash of the password that the admin gives a client in `password_hash`; undefined where she gives none (null or blank).
 * Hashing takes its time: call it before a transaction opens. behaviour.md §6
 */
export async function hashGivenPassword(
  passwords: Passwords,
  given: string | null | undefined,
): Promise<string | undefined> {
  if (!given?.trim()) return undefined;
  const refusal = passwordRefusal(given);
  if (refusal) refuse(refusal, { fields: { password_hash: refusals[refusal].text } });
  return passwords.hash(given);
}
