import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PersonDetails } from '#contract/people.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { serviceInFull } from '#domain/wording/booked-services.ts';
import { nearDayInWords, timeRange } from '#domain/wording/dates.ts';
import { referenceText } from '#domain/wording/deposits.ts';
import { whenTold } from '#domain/wording/near-days.ts';
import { formatNumber, priceText } from '#domain/wording/numbers.ts';
import { workText } from '#domain/work/work.ts';
import { DEPOSIT_STATES } from '../lib/appointment/deposit-states.ts';
import { StatusChip } from '../lib/appointment/status-chip.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import NextVisit from '../rhythm/next-visit.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { LIST_ROW, List, ListRow } from '../ui/list.tsx';
import { LastWork } from '../work/last-work.tsx';

const FIRST_COUNT = 6;

type Visit = PersonDetails['recent_visits'][number];

/** The result of an appointment: a chip for a cancellation or no-show, otherwise the price; with room also 'Došla'. */
function Outcome({ visit: { status, attended, service_price } }: { visit: Visit }) {
  const isMissed = status === 'CANCELLED' || attended === 0;
  return (
    <>
      {!isMissed && service_price !== null && (
        <span className="text-small font-semibold whitespace-nowrap">{priceText(service_price)}</span>
      )}
      <span
        className={cx(
          'shrink-0 @min-[22.2rem]:min-w-11 @min-[24rem]:w-[6.5rem]',
          !isMissed && '@max-[22.2rem]:hidden',
        )}
      >
        {status === 'CANCELLED' && <StatusChip status={status} />}
        {status !== 'CANCELLED' && attended === 0 && <Chip tone="warn">Nije došla</Chip>}
        {attended === 1 && <span className="text-small text-soft">Došla</span>}
      </span>
    </>
  );
}

const CHEVRON = <ChevronRight size={18} className="shrink-0 text-soft" />;

/** What was done at the latest visit that has values. */
export function LastWorkOf({ person }: { person: PersonDetails }) {
  const last = person.recent_visits.find(
    ({ work = [], status, attended }) => work.length > 0 && status === 'BOOKED' && attended !== 0,
  );
  return last?.work && <LastWork work={{ date: dateOf(last.start_datetime), values: last.work }} />;
}

export function Visits({ person, onOpen }: { person: PersonDetails; onOpen: (id: number) => void }) {
  const { recent_visits } = person;
  const today = useToday();
  const whenOf = ({ start_datetime }: Visit) => whenTold(start_datetime, today ?? dateOf(start_datetime));
  const [isWhole, setIsWhole] = useState(false);
  const firstOfRest = useRef<HTMLButtonElement>(null);
  const showAll = () => {
    flushSync(() => setIsWhole(true));
    firstOfRest.current?.focus();
  };
  const shown = isWhole ? recent_visits : recent_visits.slice(0, FIRST_COUNT);
  return (
    <section className="@container mt-6">
      <h3 className="mb-3 text-h2">Posete</h3>
      {shown.length === 0 ? (
        <p className="text-soft">Još nije dolazila.</p>
      ) : (
        <List>
          {shown.map((visit, index) => (
            <li key={visit.id}>
              <button
                ref={index === FIRST_COUNT ? firstOfRest : undefined}
                type="button"
                aria-haspopup="dialog"
                onClick={() => onOpen(visit.id)}
                className={`${LIST_ROW} w-full gap-3 text-left -outline-offset-2 transition-colors hover:bg-blush`}
              >
                <ListRow
                  title={visit.service_name ?? NO_SERVICE_LABEL}
                  note={
                    <>
                      <span className="tabular-nums">{whenOf(visit)}</span>
                      <span className="block text-ink empty:hidden">{workText(visit.work ?? [], ' · ')}</span>
                    </>
                  }
                  after={
                    <>
                      <Outcome visit={visit} />
                      {CHEVRON}
                    </>
                  }
                />
              </button>
            </li>
          ))}
        </List>
      )}
      {shown.length < recent_visits.length && (
        <p className="mt-1 text-center">
          <Button variant="text" onClick={showAll}>
            Prikaži sve posete
          </Button>
        </p>
      )}
      {isWhole && person.visits > shown.length && (
        <p className="mt-2 text-center text-small text-soft">{`Prikazano je poslednjih ${formatNumber(shown.length)}.`}</p>
      )}
    </section>
  );
}

type Next = NonNullable<PersonDetails['next_appointment']>;

export function NextAppointment({ next, onOpen }: { next: Next; onOpen: (id: number) => void }) {
  const today = useToday();
  const { start_datetime, end_datetime } = next;
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(next.id)}
      className="relative flex w-full items-center gap-3 overflow-hidden rounded-card border border-line bg-card py-3.5 pr-4 pl-6.5 text-left -outline-offset-2 transition-colors before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-booked before:content-[''] hover:bg-blush"
    >
      <span className="min-w-0 flex-1">
        <span className="block text-label font-semibold text-soft">Sledeći termin</span>
        <span className="mt-1 block">
          <b className="font-semibold whitespace-nowrap tabular-nums">
            {timeRange(start_datetime, end_datetime)}
          </b>
          {`, ${nearDayInWords(dateOf(start_datetime), today)}`}
        </span>
        <span className="block text-small text-soft">{serviceInFull(next)}</span>
      </span>
      {CHEVRON}
    </button>
  );
}

/** Shows 'Sledeći put' after the last attended appointment of a person without upcoming ones. docs/spec/behaviour.md §20.1 */
export function NextVisitOfPerson({ person, onBooked }: { person: PersonDetails; onBooked: () => void }) {
  const { recent_visits, next_appointment, active } = person;
  const now = useNow();
  const last = recent_visits.find(({ status, attended }) => status === 'BOOKED' && attended !== 0);
  const query = useQuery({
    ...appointmentQueries.one(last?.id ?? 0),
    enabled: last !== undefined && next_appointment === null && active === 1,
  });
  if (!query.data || !now || next_appointment) return null;
  return <NextVisit row={query.data} now={now} onBooked={onBooked} />;
}

/** The deposits of the person's bookings; a press opens the appointment. */
export function Deposits({
  person: { deposits },
  onOpen,
}: {
  person: PersonDetails;
  onOpen: (id: number) => void;
}) {
  const today = useToday();
  if (deposits.length === 0 || !today) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-3 text-h2">Kapare</h3>
      <List>
        {deposits.map(({ appointment_id, start_datetime, amount, state, reference }) => (
          <li key={reference}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(appointment_id)}
              className={`${LIST_ROW} w-full gap-3 text-left -outline-offset-2 transition-colors hover:bg-blush`}
            >
              <ListRow
                title={`${priceText(amount)}, ${DEPOSIT_STATES[state]}`}
                note={`${whenTold(start_datetime, today)}, poziv na broj ${referenceText(reference)}`}
                after={CHEVRON}
              />
            </button>
          </li>
        ))}
      </List>
    </section>
  );
}

const MARKS = { CONTACTED: 'javljeno', SENT: 'poslata poruka', STOP: 'ne podseća se' } as const;

/** What was done in 'Vreme je', latest first. */
export function Marks({ person: { marks } }: { person: PersonDetails }) {
  const today = useToday();
  if (marks.length === 0 || !today) return null;
  return (
    <section className="mt-6">
      <h3 className="mb-2 text-h2">Vreme je</h3>
      <ul className="text-soft">
        {marks.map(({ kind, at }) => (
          <li key={kind + at}>{`${MARKS[kind]} ${whenTold(at, today)}`}</li>
        ))}
      </ul>
    </section>
  );
}
