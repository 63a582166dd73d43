import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { t } from '#domain/language/translate.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { dayOfMonth, timeRange } from '#domain/wording/dates.ts';
import { useIsRail } from '../../ui/browser.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormAlert } from '../../ui/form.tsx';
import { isKeyboardOpen, useRoomWatch } from '../../ui/keyboard.ts';
import { canProceed } from './time-chooser.tsx';
import type { Chooser } from './use-chooser.ts';

/** The minimum screen height in rem for a fixed bar; styles/parts.css repeats it for server-rendered HTML. */
const ROOMY_FROM_REM = 41;
function isLow(): boolean {
  const textPx = Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
  return window.innerHeight < ROOMY_FROM_REM * textPx;
}

/** This attribute is set on the document while an on-screen keyboard is open. CSS then hides the navigation. */
const TYPING = 'data-typing';

/** True if a bar at the bottom would cover too much: with an open keyboard, on a phone in landscape, or with very large text. */
function useIsCramped(): boolean {
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
  chooser: Chooser;
  action: string;
  onProceed: () => void;
  /** The booked services, shown under the time on wide screens. */
  note?: ReactNode;
}

/** The chosen time with the button to continue. Hidden if there is no time to choose, or at the limit of bookings. */
export function ChoiceBar({ chooser, action, note, onProceed }: ChoiceBarProps) {
  const isInPage = useIsCramped();
  const isWide = useIsRail();
  const { choice, limitText } = chooser;
  const offer = choice?.offer ?? null;
  const bar = useRef<HTMLDivElement>(null);
  const first = useRef(offer); // does not scroll to an offer of the first render, because Back restores the scroll position
  const reveal = useEffectEvent(() => {
    if (isInPage && offer !== first.current) bar.current?.scrollIntoView({ block: 'nearest' });
  });
  useEffect(() => {
    if (offer) reveal();
  }, [offer]);
  if (!choice || limitText || !canProceed(chooser)) return null;
  const day = offer ? dateOf(offer.start_datetime) : choice.day;
  return (
    <div ref={bar} data-over-page={!isInPage || undefined} className="choice-bar">
      <div className="mx-auto max-w-150 lg:flex lg:max-w-none lg:flex-wrap lg:items-center lg:gap-x-6 lg:gap-y-2">
        <div className="lg:grow lg:basis-[9rem]">
          <p className="flex justify-between gap-x-4 whitespace-nowrap lg:flex-col-reverse">
            <span>{dayOfMonth(day)}</span>
            <span className={cx('tabular-nums', offer ? 'font-semibold lg:time-lg' : 'text-soft')}>
              {offer ? timeRange(offer.start_datetime, offer.end_datetime) : t('izaberite vreme')}
            </span>
          </p>
          {isWide && note && <p className="text-small wrap-break-word text-soft">{note}</p>}
        </div>
        <div className="has-[p]:mt-3 lg:order-last lg:has-[p]:w-full">
          {offer && <FormAlert text={chooser.alert} />}
        </div>
        <Button isBlock onClick={onProceed} className="mt-3 lg:mt-0 lg:max-w-56 xl:max-w-72">
          {action}
        </Button>
      </div>
    </div>
  );
}
