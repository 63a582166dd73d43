import type { ReactNode } from 'react';
import { dayInWords } from '#domain/wording/dates.ts';
import { useToday } from '../../lib/clock/clock.ts';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { lazyPage } from '../../lib/routing/lazy-page.ts';
import { LazyPart } from '../../lib/routing/lazy-part.tsx';
import { cx } from '../../ui/cx.ts';
import { Loading, Skeleton } from '../../ui/screen-states.tsx';
import { ServiceRowSkeleton } from '../service-row.tsx';
import { ChosenDay, type ChosenDayProps } from './chosen-day.tsx';
import { DayStrip, STRIP } from './day-strip.tsx';
import { SLOT_GRID } from './slot-list.tsx';
import type { Chooser } from './use-chooser.ts';

export const FALLBACK = 'Greška pri učitavanju termina.';

const COLUMNS = 'lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)] lg:items-start lg:gap-x-8 xl:gap-x-12';

const numbers = (count: number): number[] => Array.from({ length: count }, (_, n) => n);
const BLOCK = 'block animate-breathe rounded-card bg-line';

/** Days and times while they load. `before` is the skeleton of what is above the days. */
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

export interface TimeChooserProps extends Pick<ChosenDayProps, 'wait'> {
  chooser: Chooser;
  before?: ReactNode;
  beforeSkeleton?: ReactNode;
  children?: ReactNode;
}

/** Chooses a day and one of its free times; from 1024 px days are on the left, times on the right. */
export function TimeChooser({ chooser, before, beforeSkeleton, wait, children }: TimeChooserProps) {
  const { strip, choice, chooseDay } = chooser;
  const today = useToday();
  const skeleton = <ChooserSkeleton before={beforeSkeleton} />;
  return (
    <Loaded query={strip.query} fallback={FALLBACK} skeleton={skeleton}>
      {() =>
        choice ? (
          <div className={COLUMNS}>
            <div>
              {before}
              {strip.technicians[1] && (
                <LazyPart part={technicianRow} props={{ chooser }} fallback={<ServiceRowSkeleton />} />
              )}
              <DayStrip days={strip.days} chosen={choice.day} onChoose={chooseDay} />
            </div>
            <div>
              <p className="hidden font-display text-h2 font-[460] lg:block">
                {dayInWords(choice.day, today)}
              </p>
              <ChosenDay chooser={chooser} wait={wait} />
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
