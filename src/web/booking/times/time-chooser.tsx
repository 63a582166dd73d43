import type { ReactNode } from 'react';
import { t } from '#domain/language/translate.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { isChoosable } from '../../lib/appointment/free-days.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { LazyPart, lazyPage } from '../../lib/routing/lazy-page.tsx';
import { cx } from '../../ui/cx.ts';
import { FormAlert } from '../../ui/form.tsx';
import { Loading, Skeleton } from '../../ui/page.tsx';
import { ChoiceRowSkeleton } from '../service-row.tsx';
import { DayStrip, STRIP } from './day-strip.tsx';
import type { NoTimesProps } from './no-times.tsx';
import { SLOT_GRID, SlotList, type SlotListProps } from './slot-list.tsx';
import type { Chooser, ChosenTime } from './use-chooser.ts';

export const noTimes = lazyPage(() => import('./no-times.tsx'));

/** True if the chosen day has a time to choose, or if a time is chosen, even one that is no longer free. */
export function canProceed({ strip: { query, days, rules }, choice }: ChosenTime): boolean {
  const day = days.find(({ date }) => date === choice?.day);
  const isThere = choice?.offer ?? day?.offers.some((offer) => isChoosable(offer, rules.service_fit));
  return query.isSuccess && !!isThere;
}

type ChosenDayProps = Omit<NoTimesProps, 'day'> & Pick<SlotListProps, 'timesOf'>;

function ChosenDay({ chooser, wait, timesOf }: ChosenDayProps) {
  const { strip, choice, alert, chooseOffer } = chooser;
  const { days, rules } = strip;
  const day = days.find(({ date }) => date === choice?.day);
  if (!day) return null;
  return (
    <>
      {!choice?.offer && (
        <div className="has-[p]:mt-5">
          <FormAlert text={alert} />
        </div>
      )}
      {(chooser.taken || day.offers.every(({ isTooShort }) => isTooShort)) && (
        <LazyPart part={noTimes} props={{ chooser, wait, day }} />
      )}
      <SlotList
        offers={day.offers}
        service_fit={rules.service_fit}
        chosen={choice?.offer ?? null}
        onChoose={chooseOffer}
        timesOf={timesOf}
      />
    </>
  );
}

export const FALLBACK = 'Greška pri učitavanju termina.';

const COLUMNS = 'lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start lg:gap-x-8 xl:gap-x-12';

const numbers = (count: number): number[] => [...Array(count).keys()];
const BLOCK = 'block animate-breathe rounded-card bg-line';

/** The skeleton of days and times. `before` is the skeleton of the content above the days. */
export function ChooserSkeleton({ before }: { before?: ReactNode }) {
  return (
    <div className={COLUMNS}>
      <div>
        {before}
        <Loading>
          <Skeleton className="mt-1.5 mb-1 w-20" />
          <div className={cx(STRIP, 'gap-2 overflow-hidden')}>
            {numbers(13).map((day) => (
              <span key={day} className={cx(BLOCK, 'h-21 w-14 shrink-0 md:w-auto lg:h-14.5')} />
            ))}
          </div>
          <Skeleton className="mt-0.5 w-60" />
        </Loading>
      </div>
      <Loading>
        <Skeleton className="mt-6 h-3 w-18" />
        <div className={SLOT_GRID}>
          {numbers(6).map((slot) => (
            <span key={slot} className={cx(BLOCK, 'h-12')} />
          ))}
        </div>
      </Loading>
    </div>
  );
}

const technicianRow = lazyPage(() => import('../technician-row.tsx'));

/** The row that chooses a technician, in a salon with several technicians. */
export const TechnicianChoice = ({ chooser }: { chooser: Chooser }) =>
  chooser.strip.technicians[1] && (
    <LazyPart
      part={technicianRow}
      props={{ chooser }}
      fallback={<ChoiceRowSkeleton hasNote={!chooser.wanted.technicianId} />}
    />
  );

export interface TimeChooserProps extends ChosenDayProps {
  /** Whether to show everything in one column, for a dialog. */
  isInDialog?: boolean;
  before?: ReactNode;
  beforeSkeleton?: ReactNode;
  children?: ReactNode;
}

/** Lets the user choose a day and one of its free times; from 1024 px days are on the left, times on the right. */
export function TimeChooser({ before, beforeSkeleton, isInDialog, children, ...day }: TimeChooserProps) {
  const { strip, choice, chooseDay } = day.chooser;
  const today = useToday();
  const skeleton = <ChooserSkeleton before={beforeSkeleton} />;
  return (
    <Loaded query={strip.query} fallback={t(FALLBACK)} skeleton={skeleton}>
      {() =>
        choice ? (
          <div className={isInDialog ? undefined : COLUMNS}>
            <div>
              {before}
              <DayStrip days={strip.days} chosen={choice.day} onChoose={chooseDay} />
            </div>
            <div>
              {!isInDialog && (
                <p className="hidden font-display text-h2 font-[460] lg:block">
                  {dayInWords(choice.day, today)}
                </p>
              )}
              <ChosenDay {...day} />
              {children}
            </div>
          </div>
        ) : (
          skeleton
        )
      }
    </Loaded>
  );
}
