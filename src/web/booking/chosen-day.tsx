import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useLayoutEffect, useState } from 'react';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import { daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { closedInWords, dayInWords } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock/clock.ts';
import { absenceQueries } from '../lib/queries/queries.ts';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { useSession } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { EmptyState, Loading } from '../ui/screen-states.tsx';
import { isChoosable, SlotList } from './times/slot-list.tsx';
import type { FreeDay, FreeOffer, Strip } from './times/use-strip.ts';
import type { Choice } from './use-choice.ts';
import type { Guest } from './use-guest.ts';
import type { Service } from './use-service.ts';
import type { WaitForDayProps } from './waitlist.tsx';

export const waitForDay = lazyPage(() => import('./waitlist.tsx'));

const NOTHING_FREE = 'Nema slobodnih termina za izabrani datum.';
const NOTHING_FITS = 'Nijedan slobodan termin nije dovoljno dug za ovu uslugu.';

/** Is there a time to choose on this day? */
const hasChoosable = ({ offers }: FreeDay, service_fit: Strip['rules']['service_fit']): boolean =>
  offers.some((offer) => isChoosable(offer, service_fit));

/** Is there anything to go on with: a time of the day, or one that was chosen and may be gone since? */
export function hasWayOn({ query, days, rules }: Strip, choice: Choice | null): boolean {
  const day = days.find(({ date }) => date === choice?.day);
  const isThere = choice?.offer != null || (day !== undefined && hasChoosable(day, rules.service_fit));
  return query.isSuccess && isThere;
}

interface FirstFreeProps {
  first: WallDate | undefined;
  variant: 'primary' | 'quiet';
  onJump: (date: WallDate) => void;
}

/** The way to the first day with a time that is long enough. */
function FirstFree({ first, variant, onJump }: FirstFreeProps) {
  const today = useToday();
  if (!first) return null;
  return (
    <div className="mt-2 grid w-full gap-2">
      <p className="text-soft">Prvi slobodan dan:</p>
      <Button isBlock variant={variant} onClick={() => onJump(first)}>
        {`Pogledaj ${dayInWords(first, today)}`}
      </Button>
    </div>
  );
}

/** Why the salon is closed: clients may know, visitors not. */
function Reason({ absence, until }: { absence: AbsenceDays; until: number }) {
  const { data } = useQuery(absenceQueries.upcoming(until));
  const { reason } =
    data?.find((one) => one.date_from === absence.date_from && one.date_to === absence.date_to) ?? {};
  return reason ? <p className="wrap-break-word text-soft">{reason}</p> : null;
}

/** A day on which the salon is closed: until when, and when there is something again. */
function Closed({ absence, children }: { absence: AbsenceDays; children: ReactNode }) {
  const today = useToday();
  const isKnown = useSession() !== null;
  return (
    <div className="mt-5">
      <EmptyState title={closedInWords(absence, today)} isCard>
        {isKnown && today && <Reason absence={absence} until={daysBetween(today, absence.date_to)} />}
        <p className="text-soft">{NOTHING_FREE}</p>
        {children}
      </EmptyState>
    </div>
  );
}

/** Only in the browser: the server's renderer does not wait for a chunk. */
function Wait(props: WaitForDayProps) {
  const WaitForDay = useLazyPage(waitForDay);
  const [isInBrowser, setIsInBrowser] = useState(false);
  useLayoutEffect(() => setIsInBrowser(true), []);
  if (!isInBrowser) return null;
  return (
    <Suspense fallback={<Loading>{null}</Loading>}>
      <WaitForDay {...props} />
    </Suspense>
  );
}

export interface ChosenDayProps {
  strip: Strip;
  choice: Choice;
  service: Service | null;
  /** Who may wait for a day without times; null: nobody, a booking is being moved. */
  guest: Guest | null;
  /** What the bar at the bottom would say; here where there is nothing to go on with, and no bar. */
  alert: string | null;
  onDay: (date: WallDate) => void;
  onOffer: (offer: FreeOffer) => void;
}

/** The chosen day: its times, or why there are none and what else can be done. */
export function ChosenDay({ strip, choice, service, guest, alert, onDay, onOffer }: ChosenDayProps) {
  const { days, rules } = strip;
  const day = days.find(({ date }) => date === choice.day);
  if (!day) return null;
  const first = firstFreeDay(days);
  const isRequired = service !== null && rules.service_fit === 'require';
  const hasNothing = !hasChoosable(day, rules.service_fit);
  const wayOut = (
    <>
      <FirstFree first={first} variant={hasNothing ? 'primary' : 'quiet'} onJump={onDay} />
      {guest && hasNothing && (
        <Wait
          key={`${day.date} ${isRequired ? service.id : ''}`}
          date={day.date}
          serviceId={isRequired ? service.id : undefined}
          guest={guest}
          variant={first ? 'quiet' : 'primary'}
        />
      )}
    </>
  );
  return (
    <>
      {hasNothing && choice.offer === null && (
        <div className="has-[p]:mt-5">
          <FormAlert text={alert} />
        </div>
      )}
      {day.offers.length > 0 ? (
        <>
          {day.offers.every(({ isTooShort }) => isTooShort) && (
            <div className="mt-5">
              <p className="font-medium">{NOTHING_FITS}</p>
              {wayOut}
            </div>
          )}
          <SlotList
            offers={day.offers}
            service_fit={rules.service_fit}
            chosen={choice.offer}
            onChoose={onOffer}
          />
        </>
      ) : day.absence ? (
        <Closed absence={day.absence}>{wayOut}</Closed>
      ) : (
        <div className="-mx-5 pt-2">
          <EmptyState title={NOTHING_FREE}>{wayOut}</EmptyState>
        </div>
      )}
    </>
  );
}
