import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { type Shown, shownIn, stepped, type View } from './view.ts';

const HIDDEN = 'skriveni';

/** View, day and whether cancelled ones are shown: in the address, so that back, reload and a shared link keep them. */
export function useShown(usual: Shown) {
  const [address, setAddress] = useSearchParams();
  // shown at once and in one piece; the router's change of the address is a transition, drawn between other things
  const [ahead, setAhead] = useState<Shown | null>(null);
  useEffect(() => {
    if (address) setAhead(null);
  }, [address]);
  const shown = ahead ?? shownIn(address, usual);
  const hasCancelled = address.get('otkazani') !== HIDDEN;
  const go = ({ view, date }: Shown) => {
    setAhead({ view, date });
    setAddress((before) => {
      const after = new URLSearchParams(before);
      after.set('view', view);
      after.set('date', date);
      return after;
    });
  };
  return {
    shown,
    hasCancelled,
    setView: (view: View) => go({ ...shown, view }),
    step: (step: 1 | -1) => go(stepped(shown, step)),
    openDay: (date: string) => go({ view: 'day', date }),
    goTo: (date: string) => go({ ...shown, date }),
    showCancelled: (isShown: boolean) =>
      setAddress(
        (before) => {
          const after = new URLSearchParams(before);
          if (isShown) after.delete('otkazani');
          else after.set('otkazani', HIDDEN);
          return after;
        },
        { replace: true },
      ),
  };
}
