import { type QueryClient, QueryClientProvider, useQueryClient } from '@tanstack/react-query';
import { RotateCw, WifiOff } from 'lucide-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { t } from '#domain/language/translate.ts';
import { isServerReady } from '../lib/device/connection.ts';
import { OUTAGE_TEXTS, type Outage, setOutage, useOutage } from '../lib/outage.ts';
import { IconButton } from '../ui/button.tsx';

const FIRST_PROBE_MS = 3000;
const LONGEST_PROBE_MS = 30_000;
const BACKOFF = 1.5;

/** Probes the server at increasing intervals, and at once when the device is online again or the page becomes visible. Refetches all queries once the server is ready. */
function useReconnect(): { probe: () => void; isProbing: boolean } {
  const queries = useQueryClient();
  const [isProbing, setIsProbing] = useState(false);
  const waitMs = useRef(FIRST_PROBE_MS);
  const probe = useCallback(async () => {
    setIsProbing(true);
    const isReady = await isServerReady();
    setIsProbing(false);
    setOutage(!isReady);
    if (isReady) void queries.invalidateQueries();
  }, [queries]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const probeIfVisible = () => document.visibilityState === 'visible' && void probe();
    const schedule = (): void => {
      timer = setTimeout(() => {
        probeIfVisible();
        waitMs.current = Math.min(waitMs.current * BACKOFF, LONGEST_PROBE_MS);
        schedule();
      }, waitMs.current);
    };
    schedule();
    const over = new AbortController();
    window.addEventListener('online', probeIfVisible, { signal: over.signal });
    document.addEventListener('visibilitychange', probeIfVisible, { signal: over.signal });
    return () => {
      clearTimeout(timer);
      over.abort();
    };
  }, [probe]);
  return { probe: () => void probe(), isProbing };
}

/** The note that the server is unreachable; hidden where the page itself shows the age of its data or a retry button. */
function Note({ outage }: { outage: Outage }) {
  const { probe, isProbing } = useReconnect();
  return (
    <div
      role="status"
      className="sticky top-0 z-20 flex items-center justify-center gap-x-2 bg-warn-tint px-4 py-1 text-warn print:hidden [body:has([data-last-seen])_&]:hidden"
    >
      <p className="flex min-h-11 items-center gap-2.5 text-small">
        <WifiOff className="shrink-0" />
        {`${t(OUTAGE_TEXTS[outage])} ${t('Čim se vrati, stranica se osvežava sama.')}`}
      </p>
      <IconButton
        icon={RotateCw}
        label={t('Pokušaj ponovo')}
        aria-busy={isProbing}
        onClick={probe}
        className="-mr-3 aria-busy:*:animate-turn [body:has([role=alert]_button)_&]:hidden"
      />
    </div>
  );
}

function OfflineNote() {
  const outage = useOutage();
  return outage && <Note outage={outage} />;
}

/** Shows a note while the server is unreachable, until `over` is aborted. Creates its own React root. */
export function showOfflineNote(client: QueryClient, over: AbortSignal): void {
  if (over.aborted) return;
  const place = document.createElement('div');
  place.className = 'contents'; // else the note would stick to this element only
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
