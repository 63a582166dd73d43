import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import { daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { closedInWords, dayInWords } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock/clock.ts';
import { absenceQueries } from '../lib/queries/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { EmptyState } from '../ui/screen-states.tsx';
import { isChoosable, SlotList } from './times/slot-list.tsx';
import type { FreeDay, FreeOffer, Strip } from './times/use-strip.ts';
import type { Choice } from './use-choice.ts';
import type { Guest } from './use-guest.ts';
import type { Service } from './use-service.ts';
import { WaitForDay } from './waitlist.tsx';

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
  day: WallDate | undefined;
  children: (words: string) => ReactNode;
}

function FirstFree({ day, children }: FirstFreeProps) {
  const today = useToday();
  if (!day) return null;
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-1.5 gap-y-2 text-soft">
      Prvi slobodan dan:
      {children(dayInWords(day, today))}
    </p>
  );
}

interface JumpProps {
  first: WallDate | undefined;
  onJump: (date: WallDate) => void;
}

function FirstFreeLink({ first, onJump }: JumpProps) {
  return (
    <FirstFree day={first}>
      {(words) => (
        <button
          type="button"
          onClick={() => first && onJump(first)}
          className="min-h-11 whitespace-nowrap text-link-inline"
        >
          {words}
        </button>
      )}
    </FirstFree>
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
function Closed({
  absence,
  first,
  onJump,
  children,
}: JumpProps & { absence: AbsenceDays; children: ReactNode }) {
  const today = useToday();
  const isKnown = useSession() !== null;
  return (
    <div className="mt-5">
      <EmptyState title={closedInWords(absence, today)} isCard>
        {isKnown && today && <Reason absence={absence} until={daysBetween(today, absence.date_to)} />}
        <FirstFree day={first}>
          {(words) => (
            <Button variant="quiet" onClick={() => first && onJump(first)}>
              {words}
            </Button>
          )}
        </FirstFree>
        <p className="mt-4 text-soft">{NOTHING_FREE}</p>
        {children}
      </EmptyState>
    </div>
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
  const wait = (variant: 'primary' | 'quiet') =>
    guest && (
      <WaitForDay
        key={`${day.date} ${isRequired ? service.id : ''}`}
        date={day.date}
        serviceId={isRequired ? service.id : undefined}
        guest={guest}
        variant={variant}
      />
    );
  const isStuck = choice.offer === null && !hasChoosable(day, rules.service_fit);
  return (
    <>
      {isStuck && (
        <div className="has-[p]:mt-5">
          <FormAlert text={alert} />
        </div>
      )}
      {day.offers.length > 0 && (
        <>
          {day.offers.every(({ isTooShort }) => isTooShort) && (
            <div className="mt-5 grid gap-1">
              <p className="font-medium">{NOTHING_FITS}</p>
              <div className="justify-self-start">
                <FirstFreeLink first={first} onJump={onDay} />
              </div>
            </div>
          )}
          <SlotList
            offers={day.offers}
            service_fit={rules.service_fit}
            chosen={choice.offer}
            onChoose={onOffer}
          />
          {isRequired && !hasChoosable(day, rules.service_fit) && wait('primary')}
        </>
      )}
      {day.offers.length === 0 &&
        (day.absence ? (
          <Closed absence={day.absence} first={first} onJump={onDay}>
            {wait('quiet')}
          </Closed>
        ) : (
          <div className="-mx-5 pt-2">
            <EmptyState title={NOTHING_FREE}>
              <FirstFreeLink first={first} onJump={onDay} />
              {wait('primary')}
            </EmptyState>
          </div>
        ))}
    </>
  );
}
