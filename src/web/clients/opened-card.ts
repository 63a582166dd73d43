import { useCallback, useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ListedPerson } from '#contract/people.ts';
import { useHasRoomForPanel } from '../lib/device/owners-screen.ts';
import { asPicked } from '../lib/queries/people-queries.ts';
import { CARD_PARAMS, cardParam, personIn } from '../lib/routing/card-address.ts';
import { leavePage } from '../ui/history/back-steps.ts';

const withoutCard = (address: URLSearchParams) =>
  [...address].filter(([name]) => !CARD_PARAMS.some((one) => one === name));

/** The open card, beside the list if the screen has room. The URL contains the person, so a link can open the card, and Back closes it. */
export function useOpenedCard() {
  const [address, setAddress] = useSearchParams();
  const isPanel = useHasRoomForPanel();
  const inAddress = personIn(address);
  const [opened, setOpened] = useState(inAddress); // a state, because the card stays open while it asks whether to discard changes
  const wasPushed = useRef(false);
  const asking = useRef<'asked' | 'free' | null>(null);
  /** Whether no panel is open, or the open one has no unsaved input; otherwise it asks about this. */
  const mayLeave = useCallback(() => {
    const panel = document.querySelector('dialog:not(:modal)');
    if (!panel) return true;
    asking.current = 'asked';
    panel.dispatchEvent(new Event('cancel'));
    const isFree = asking.current !== 'asked';
    asking.current = null;
    return isFree;
  }, []);
  const open = useCallback(
    (person: ListedPerson) => {
      if (!mayLeave()) return;
      const of = asPicked(person);
      const replace = personIn(new URLSearchParams(window.location.search)) !== null; // Back closes the panel, whatever it has shown
      wasPushed.current ||= !replace;
      setOpened(of);
      setAddress((was) => ({ ...Object.fromEntries(withoutCard(was)), ...cardParam(of) }), { replace });
    },
    [setAddress, mayLeave],
  );
  const close = () => {
    if (asking.current) {
      asking.current = 'free';
      return;
    }
    setOpened(null);
    if (inAddress === null) return;
    if (wasPushed.current) leavePage();
    else setAddress(withoutCard, { replace: true });
    wasPushed.current = false;
  };
  return { isPanel, of: inAddress ?? opened, isLeaving: inAddress === null, open, close };
}

export type OpenedCard = ReturnType<typeof useOpenedCard>;
