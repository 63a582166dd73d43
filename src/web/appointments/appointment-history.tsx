import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRight, ChevronLeft } from 'lucide-react';
import type { Appointment } from '#contract/appointments.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { beforeComma, dayInWords, momentInWords } from '#domain/wording/dates.ts';
import { historyLines } from '#domain/wording/history.ts';
import { useToday } from '../lib/clock/clock.ts';
import { historyQuery } from '../lib/queries/admin-queries.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState, Loading, Skeleton } from '../ui/page.tsx';
import { UnbrokenParts } from './when-in-words.tsx';

type Recorded = Pick<Appointment, 'id' | 'client_name' | 'guest_name' | 'start_datetime' | 'end_datetime'>;

/** The heading of the history: 'Marta Đukanović, 17. novembar, 11:45'; a free slot has no name. */
export function HistoryLead({ row }: { row: Recorded }) {
  const today = useToday();
  const { client_name, guest_name, start_datetime } = row;
  const when = `${beforeComma(dayInWords(dateOf(start_datetime), today))}, ${clockOf(start_datetime)}`;
  return (
    <>
      {(client_name !== null || guest_name !== null) && `${personOf(row)}, `}
      <UnbrokenParts of={when} />
    </>
  );
}

/** A ref callback for an element that replaces the pressed button: focuses the element. */
export const takeFocus = (element: HTMLElement | null): void => element?.focus();

export function BackToAppointment({ onBack }: { onBack: () => void }) {
  return (
    <button
      ref={takeFocus}
      type="button"
      onClick={onBack}
      className="-mt-2 -ml-1 inline-flex min-h-11 items-center gap-1 pr-2 text-small font-medium text-soft hover:text-link"
    >
      <ChevronLeft />
      Termin
    </button>
  );
}

function HistorySkeleton() {
  return (
    <Loading>
      {[0, 1, 2].map((n) => (
        <div key={n} className="mb-6">
          <Skeleton className="w-1/4" />
          <Skeleton className="mt-2 w-3/5" />
          <Skeleton className="mt-2 w-2/5" />
        </div>
      ))}
    </Loading>
  );
}

/** The history of an appointment: each change with its author and time, newest first. docs/spec/behaviour.md §12.2 */
export function AppointmentHistory({ row }: { row: Recorded }) {
  const query = useInfiniteQuery(historyQuery(row.id));
  const today = useToday();
  return (
    <>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju istorije."
        skeleton={<HistorySkeleton />}
        empty={
          <EmptyState title="Još nema zabeleženih promena.">
            <p className="text-soft">Svaka promena biće zapisana ovde.</p>
          </EmptyState>
        }
      >
        {(entries) => (
          <ol>
            {historyLines(entries, row, today).map(({ at, label, from, to, by }, index) => (
              <li
                key={`${at} ${label} ${to}`}
                className="relative border-l border-line pb-6 pl-6 last:border-transparent last:pb-0"
              >
                <span
                  aria-hidden="true"
                  className={cx(
                    'absolute top-1 -left-1.5 size-3 rounded-pill border-2',
                    index === 0 ? 'border-link bg-link' : 'border-soft bg-card',
                  )}
                />
                <p className="text-small font-semibold text-soft">{label}</p>
                <p className="wrap-anywhere whitespace-pre-line">
                  {from !== undefined && (
                    <>
                      <span className="text-soft">{from}</span>{' '}
                      <ArrowRight size={18} strokeWidth={2} className="inline-block align-[-3px] text-soft" />
                      <span className="sr-only">na</span>{' '}
                    </>
                  )}
                  <b className="font-semibold">{to}</b>
                </p>
                <p className="text-small text-soft">
                  {by.name}, {momentInWords(at, today)}
                </p>
              </li>
            ))}
          </ol>
        )}
      </Loaded>
      <LoadMore query={query} className="mt-5" />
      <p className="mt-6 text-small text-soft">Istorija se čuva dve godine.</p>
    </>
  );
}
