import { useCallback, useEffect, useRef, useState } from 'react';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormAlert } from '../../ui/form.tsx';
import { isKeyboardOpen, useRoomWatch } from '../../ui/keyboard.ts';
import type { FreeOffer } from './use-strip.ts';

/**
 * The least height, in lines of text, at which a bar over the page leaves enough of it to be seen; styles/parts.css has the same,
 * for what the server has rendered.
 */
const ROOMY_FROM_REM = 41;
function isLow(): boolean {
  const textPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return window.innerHeight < ROOMY_FROM_REM * textPx;
}

/** Stands at the page while the visitor types: the navigation makes room as well. */
const TYPING = 'data-typing';

/** Is there no room for a bar over the page: a keyboard is open, a phone lies on its side, the text is very large? */
export function useIsCramped(): boolean {
  const [isCramped, setIsCramped] = useState(false);
  const look = useCallback(() => {
    const isTyping = isKeyboardOpen();
    document.documentElement.toggleAttribute(TYPING, isTyping);
    setIsCramped(isTyping || isLow());
  }, []);
  useRoomWatch(look);
  useEffect(() => () => document.documentElement.removeAttribute(TYPING), []);
  return isCramped;
}

export interface ChoiceBarProps {
  day: WallDate;
  offer: FreeOffer | null;
  /** It stands after the times instead of over the page. */
  isInPage: boolean;
  /** Why the user can't go on yet. */
  alert: string | null;
  /** The button's word. */
  action: string;
  onProceed: () => void;
}

/** A bar in the page may be below the screen: then a small button stays in sight. */
function Shortcut({ onProceed }: Pick<ChoiceBarProps, 'onProceed'>) {
  const place = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(true);
  useEffect(() => {
    const watch = new IntersectionObserver(([bar]) => setIsSeen(bar?.isIntersecting !== false));
    if (place.current) watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place}>
      {!isSeen && (
        <Button
          isSmall
          onClick={onProceed}
          className="fixed right-(--gap) bottom-[calc(var(--nav)+8px+env(safe-area-inset-bottom))] z-4 shadow-float in-data-typing:hidden"
        >
          Dalje
        </Button>
      )}
    </div>
  );
}

/** The chosen time stays in sight, with the way on; right inside the page, which gets longer for it. */
export function ChoiceBar({ day, offer, isInPage, alert, action, onProceed }: ChoiceBarProps) {
  const today = useToday();
  return (
    <div data-over-page={!isInPage || undefined} className="choice-bar">
      <div className="mx-auto max-w-150 lg:mx-0">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>{dayInWords(offer ? dateOf(offer.start_datetime) : day, today)}</span>
          <span className={cx('tabular-nums', offer ? 'font-semibold' : 'text-soft')}>
            {offer ? timeRange(offer.start_datetime, offer.end_datetime) : 'izaberite vreme'}
          </span>
        </p>
        <div className="has-[p]:mt-3">
          <FormAlert text={alert} />
        </div>
        <Button isBlock onClick={onProceed} className="mt-3">
          {action}
        </Button>
        {isInPage && offer && <Shortcut onProceed={onProceed} />}
      </div>
    </div>
  );
}
