import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { logSilentFailure, request } from '../lib/api.ts';
import { clearDevice } from '../lib/device/service-worker.ts';
import { paths } from '../lib/routing/paths.ts';
import { dropGuestTickets } from '../lib/session/guest-tickets.ts';
import { currentSession, endSession } from '../lib/session/session.ts';
import { storageOf } from '../lib/session/storage.ts';

/** The page /logout: clears all local storage and shows the home page (docs/spec/product.md §2.1). */
export default function LogoutPage() {
  const [, navigate] = useLocation();
  useEffect(() => {
    logOut();
    navigate(paths.home, { replace: true });
  }, [navigate]);
  return null;
}

/** Ends the session on this device at once, even offline, and asks the server to end it too. */
function logOut(): void {
  const session = currentSession();
  for (const kind of ['localStorage', 'sessionStorage'] as const) storageOf(kind)?.clear(); // other tabs also log out then
  endSession();
  dropGuestTickets();
  clearDevice();
  if (!session) return;
  const headers = { authorization: `Bearer ${session.token}` };
  request('POST /auth/logout', { headers }).catch((error: unknown) => logSilentFailure('logout', error));
}
