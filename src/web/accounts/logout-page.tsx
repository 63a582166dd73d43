import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { logSilentFailure, request } from '../lib/api.ts';
import { clearDevice } from '../lib/device/service-worker.ts';
import { paths } from '../lib/routing/paths.ts';
import { currentSession, endSession, GUEST_TICKETS_KEY } from '../lib/session/session.ts';
import { itemOnDevice, keepOnDevice, storageOf } from '../lib/session/storage.ts';

/** The page /logout: clears all local storage but the tickets of guests, and shows the home page (docs/spec/product.md §2.1). */
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
  const tickets = itemOnDevice(GUEST_TICKETS_KEY);
  for (const kind of ['localStorage', 'sessionStorage'] as const) storageOf(kind)?.clear(); // other tabs also log out then
  keepOnDevice(GUEST_TICKETS_KEY, tickets); // without it a guest could no longer find her booking
  endSession();
  clearDevice();
  if (!session) return;
  const headers = { authorization: `Bearer ${session.token}` };
  request('POST /auth/logout', { headers }).catch((error: unknown) => logSilentFailure('logout', error));
}
