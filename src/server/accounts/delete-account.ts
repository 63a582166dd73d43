import type { ParsedBody } from '#contract/index.ts';
import { cancelByPerson, lockUpcomingBookings } from '../appointments/appointments.ts';
import { erasePerson } from '../clients/clients.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { checkOwnPassword, isSameAccount } from './verify-password.ts';

/** What the owner reads at her cancelled bookings. */
const REASON = 'Nalog je obrisan.';

/**
 * Deletes the caller's own account: her bookings ahead are cancelled as by herself, if she says so, then all that is hers goes
 * and statistics stay. All or nothing. The admin's account cannot be deleted. behaviour.md §6
 */
export async function deleteAccount(
  context: RequestContext<SessionUser>,
  given: ParsedBody<'POST /auth/me/delete'> & { address: string },
): Promise<undefined> {
  const { db, now, user } = context;
  if (user.role === 'ADMIN') refuse('not_allowed');
  const checked = await checkOwnPassword(context, given.password, given.address);
  return inTransaction(db, async (trx) => {
    if (!(await isSameAccount(trx, checked))) refuse('login_required');
    const bookings = await lockUpcomingBookings(trx, now, user.id);
    if (bookings.length > 0 && !given.cancel_bookings) refuse('client_has_bookings');
    for (const row of bookings) await cancelByPerson(trx, context, row, REASON);
    await erasePerson(trx, user.id, now);
    return undefined;
  });
}
