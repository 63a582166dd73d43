import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { RotateCw, WifiOff } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { isServerThere, setOffline, useIsOffline } from '../lib/device/connection.ts';
import { IconButton } from '../ui/button.tsx';

const FIRST_LOOK_MS = 3000;
const LONGEST_LOOK_MS = 30_000;
const EVER_MORE_SELDOM = 1.5;

/** Looks for the server, ever more seldom, and at once when the device is online again; then all is fetched anew. */
function useComeBack(): { look: () => void; isLooking: boolean } {
  const queries = useQueryClient();
  const [isLooking, setIsLooking] = useState(false);
  const wait = useRef(FIRST_LOOK_MS);
  const look = useCallback(async () => {
    setIsLooking(true);
    const isThere = await isServerThere();
    setIsLooking(false);
    if (!isThere) return;
    setOffline(false);
    void queries.invalidateQueries();
  }, [queries]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const lookIfSeen = () => document.visibilityState === 'visible' && void look();
    const lookOn = (): void => {
      timer = setTimeout(() => {
        lookIfSeen();
        wait.current = Math.min(wait.current * EVER_MORE_SELDOM, LONGEST_LOOK_MS);
        lookOn();
      }, wait.current);
    };
    lookOn();
    window.addEventListener('online', lookIfSeen);
    document.addEventListener('visibilitychange', lookIfSeen);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', lookIfSeen);
      document.removeEventListener('visibilitychange', lookIfSeen);
    };
  }, [look]);
  return { look: () => void look(), isLooking };
}

/**
 * What stands on the page stays. Where it says itself since when that holds (`data-last-seen`), this is not seen; where a part of it
 * offers to try again, this does not.
 */
function Note() {
  const { look, isLooking } = useComeBack();
  return (
    <div
      role="status"
      className="flex items-center justify-center gap-x-2 bg-warn-tint px-4 py-1 text-warn print:hidden [body:has([data-last-seen])_&]:hidden"
    >
      <p className="flex min-h-11 items-center gap-2.5 text-small">
        <WifiOff aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
        Nema mreže. Čim se vrati, stranica se osvežava sama.
      </p>
      <IconButton
        icon={RotateCw}
        label="Pokušaj ponovo"
        aria-busy={isLooking}
        onClick={look}
        className="-mr-3 aria-busy:*:animate-turn [body:has([role=alert]_button)_&]:hidden"
      />
    </div>
  );
}

function OfflineNote() {
  return useIsOffline() && <Note />;
}

/**
 * Above the page, while the server can't be reached, and until the session of `client` is over. A tree of its own: the page's loads
 * nothing for it.
 */
export function showOfflineNote(client: QueryClient, over: AbortSignal): void {
  if (over.aborted) return;
  const place = document.createElement('div');
  document.body.prepend(place);
  const root = createRoot(place);
  root.render(
    <QueryClientProvider client={client}>
      <OfflineNote />
    </QueryClientProvider>,
  );
  over.addEventListener('abort', () => {
    root.unmount();
    place.remove();
  });
}
