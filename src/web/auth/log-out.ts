import { call } from '../api/call.ts';
import { leaveConsoleLine } from '../api/refusal/quiet-failure.ts';
import { currentSession, endSession } from '../api/session/session.ts';

/** Ends the session here at once and on the server as soon as it hears of it; whoever logs out offline is logged out too. */
export function logOut(): void {
  const session = currentSession();
  endSession();
  if (!session) return;
  const headers = { authorization: `Bearer ${session.token}` };
  call('POST /auth/logout', { headers }).catch((error: unknown) => leaveConsoleLine('logout', error));
}
