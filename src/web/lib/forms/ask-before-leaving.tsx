import { useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { DiscardDialog } from '../../ui/dialog.tsx';
import { addBackStep, leavePage } from '../../ui/history/back-steps.ts';
import { paths } from '../routing/paths.ts';

const IN_PLACE = /^https?:$/;

/** The path that a click would open in this tab, if it is a click on a link to another page of this app; null for other clicks, also on the +, whose sheet opens over this page. */
function addressOf(event: MouseEvent): string | null {
  if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return null;
  const link = event.target instanceof Element && event.target.closest('a');
  if (!link || link.target || link.download || !IN_PLACE.test(link.protocol)) return null;
  if (link.origin !== window.location.origin || link.href === window.location.href) return null;
  if (link.pathname === paths.booking) return null;
  return link.pathname + link.search + link.hash;
}

/** While mounted, asks 'Odbaciti ono što ste upisali?' when the user follows a link, goes back or closes the tab. A panel asks by itself when the user goes back. */
export function AskBeforeLeaving({ isInPanel = false }: { isInPanel?: boolean }) {
  const [, navigate] = useLocation();
  const [leave, setLeave] = useState<(() => void) | null>(null);
  useEffect(() => {
    const over = new AbortController();
    const onClick = (event: MouseEvent) => {
      const address = addressOf(event);
      if (address === null) return;
      event.preventDefault();
      event.stopPropagation();
      setLeave(() => () => navigate(address));
    };
    document.addEventListener('click', onClick, { capture: true, signal: over.signal });
    window.addEventListener('beforeunload', (event) => event.preventDefault(), { signal: over.signal });
    return () => over.abort();
  }, [navigate]);
  useEffect(() => (isInPanel ? undefined : addBackStep(() => setLeave(() => leavePage))), [isInPanel]);
  return leave && <DiscardDialog onCancel={() => setLeave(null)} onConfirm={leave} />;
}
