import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import { firstFreeDay } from '#domain/booking.ts';
import { t } from '#domain/language/translate.ts';
import { daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { closedInWords } from '#domain/wording/absences.ts';
import { dayAsObject } from '#domain/wording/dates.ts';
import { type FreeDay, isChoosable } from '../../lib/appointment/free-days.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { absenceQueries, useSalon } from '../../lib/queries/queries.ts';
import { useSession } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/page.tsx';
import { CallButton } from '../../ui/phone-links.tsx';
import { typed } from '../../ui/sentence.tsx';
import { NearestTimes } from './nearest-times.tsx';
import type { ChosenTime } from './use-chooser.ts';

const NOTHING_FREE = 'Nema slobodnih termina za izabrani datum.';
const NOTHING_FITS = 'Nijedan slobodan termin nije dovoljno dug za ovu uslugu.';

/** The reason for an absence. Only logged-in users may read it. */
function Reason({ absence, until }: { absence: AbsenceDays; until: number }) {
  const { data } = useQuery(absenceQueries.upcoming(until));
  const { reason } =
    data?.find((one) => one.date_from === absence.date_from && one.date_to === absence.date_to) ?? {};
  return reason ? <p className="wrap-break-word text-soft">{typed(reason)}</p> : null;
}

export interface NoTimesProps {
  chooser: ChosenTime;
  /** Renders the button that joins the waitlist of a day without times. Undefined while a booking is being moved. */
  wait?: ((day: WallDate, variant: 'primary' | 'quiet') => ReactNode) | undefined;
  day: FreeDay;
}

/** Why a day has no time that is long enough, and the alternatives for the user. */
function WhyNone({ chooser, wait, day }: NoTimesProps) {
  const today = useToday();
  const isKnown = useSession() !== null;
  const { days, rules } = chooser.strip;
  const first = firstFreeDay(days);
  const hasNothing = !day.offers.some((offer) => isChoosable(offer, rules.service_fit));
  const isEmpty = hasNothing && !day.isByPhone;
  const phone = useSalon().data?.phone;
  const wayOut = (
    <>
      {first && (
        <div className="mt-2 grid w-full gap-2">
          <p className="text-soft">{t('Prvi slobodan dan:')}</p>
          <Button isBlock variant={isEmpty ? 'primary' : 'quiet'} onClick={() => chooser.chooseDay(first)}>
            {t('Pogledaj {day}', { day: dayAsObject(first, today) })}
          </Button>
        </div>
      )}
      {isEmpty && wait?.(day.date, first ? 'quiet' : 'primary')}
    </>
  );
  if (day.isByPhone && hasNothing)
    return (
      <div className="mt-5">
        <EmptyState title={t('Za ovaj dan zakazujemo telefonom.')} isCard>
          <CallButton phone={phone} />
          {wayOut}
        </EmptyState>
      </div>
    );
  if (day.offers.length > 0)
    return (
      <div className="mt-5">
        <p className="font-medium">{t(NOTHING_FITS)}</p>
        {wayOut}
      </div>
    );
  if (day.absence)
    return (
      <div className="mt-5">
        <EmptyState title={closedInWords(day.absence, today)} isCard>
          {isKnown && today && (
            <Reason absence={day.absence} until={daysBetween(today, day.absence.date_to)} />
          )}
          <p className="text-soft">{t(NOTHING_FREE)}</p>
          {wayOut}
        </EmptyState>
      </div>
    );
  return (
    <div className="-mx-5 pt-2">
      <EmptyState title={t(NOTHING_FREE)}>{wayOut}</EmptyState>
    </div>
  );
}

/** The times nearest to one that was just taken, and why a day has no time that is long enough. */
export default function NoTimes(props: NoTimesProps) {
  const { chooser, day } = props;
  return (
    <>
      {chooser.taken && <NearestTimes chooser={chooser} taken={chooser.taken} />}
      {day.offers.every(({ isTooShort }) => isTooShort) && <WhyNone {...props} />}
    </>
  );
}
