import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { BellOff, Check, Ellipsis, RotateCcw } from 'lucide-react';
import { Link } from 'wouter';
import type { DuePerson } from '#contract/booking/rhythm.ts';
import type { DueAction } from '#domain/clients/rhythm.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { agoText, weeksText } from '#domain/wording/rhythm.ts';
import { errorText, request } from '../lib/api.ts';
import { TextLinks } from '../lib/appointment/message-links.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { useMenu } from '../lib/menu/use-menu.tsx';
import { dueQuery } from '../lib/queries/admin-queries.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { queryOf } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { cardPath } from '../lib/routing/card-address.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState, focusHeading, ListSkeleton } from '../ui/page.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { useFocusKept } from '../ui/use-focus-kept.ts';

const DONE = {
  CONTACTED: 'Upisano je da ste joj se javili.',
  STOP: 'Više vas ne podsećamo na nju.',
  RESUME: 'Ponovo je na spisku.',
} as const satisfies Record<DueAction, string>;

function useMark({ key }: DuePerson) {
  const invalidate = useInvalidateAppointments();
  return useMutation({
    mutationFn: (action: DueAction) =>
      request('POST /clients/due/{key}', { params: { key }, body: { action } }),
    onSuccess: (_, action) => toast('success', DONE[action]),
    onError: (error) => toast('error', errorText(error, 'Greška pri čuvanju.')),
    onSettled: invalidate,
  });
}

interface RowProps {
  person: DuePerson;
  today: WallDate;
}

function Acts({ person }: { person: DuePerson }) {
  const mark = useMark(person);
  const { trigger, menu } = useMenu([
    { label: 'Ne podsećaj', icon: BellOff, onPress: () => mark.mutate('STOP') },
  ]);
  return (
    <span className="relative flex items-center">
      <Button
        icon={Check}
        variant="quiet"
        isSmall
        isBusy={mark.isPending}
        aria-description={person.name}
        onClick={() => mark.mutate('CONTACTED')}
      >
        Javljeno
      </Button>
      <IconButton {...trigger} icon={Ellipsis} label="Još" description={person.name} className="-mr-2" />
      {menu}
    </span>
  );
}

function DueRow({ person, today }: RowProps) {
  const { name, phone, text, service_names, interval_weeks, due_date, package: held } = person;
  const last = dateOf(person.last_datetime);
  return (
    <li className="grid gap-2.5 px-4 py-3.5 lg:py-3 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center lg:gap-6">
      <div className="min-w-0 wrap-break-word lg:grid lg:grid-cols-2 lg:items-center lg:gap-4">
        <div>
          <div className="flex flex-wrap items-baseline justify-between gap-x-4 font-semibold lg:justify-start">
            <Link to={cardPath(person)} className="hover:text-link">
              {name}
            </Link>
            <span className="shrink-0 text-small">{agoText(last, today)}</span>
          </div>
          <p className="text-small text-soft">
            {[service_names.join(' + '), shortDay(last, today)].filter(Boolean).join(' · ')}
          </p>
        </div>
        <p className="text-small text-soft">
          dolazi na {weeksText(interval_weeks)}, red je {shortDay(due_date, today)}
          {held && (
            <span className="block font-semibold text-warn">
              {`${held.name}: preostalo ${held.visits_left}, ističe ${shortDay(held.expires_on, today)}`}
            </span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        {phone ? (
          <TextLinks phone={phone} of={name} text={text} isWriting />
        ) : (
          <span className="text-small text-soft">nema broj telefona</span>
        )}
        <Acts person={person} />
      </div>
    </li>
  );
}

/** A person hidden from the list: contacted in the last three weeks, or excluded from reminders for good. */
function HiddenRow({ person, today }: RowProps) {
  const mark = useMark(person);
  const { name, contacted_at } = person;
  return (
    <li className="flex items-center justify-between gap-4 px-4 py-2.5 text-soft">
      <span className="min-w-0 wrap-break-word">
        {name}
        <span className="block text-small">
          {contacted_at ? `javljeno ${shortDay(dateOf(contacted_at), today)}` : 'ne podseća se'}
        </span>
      </span>
      <Button
        icon={RotateCcw}
        variant="quiet"
        isSmall
        isBusy={mark.isPending}
        aria-description={name}
        onClick={() => mark.mutate('RESUME')}
      >
        Vrati
      </Button>
    </li>
  );
}

function Hidden({ today }: { today: WallDate }) {
  const query = useInfiniteQuery(dueQuery({ hidden: '1' }));
  useFocusKept(query.data?.map(({ key }) => key) ?? [], focusHeading);
  if (!query.data?.length) return null;
  return (
    <details className="mt-8">
      <summary className="inline-flex min-h-11 cursor-pointer items-center font-semibold">
        Javljeno i ne podsećaj
      </summary>
      <List className="mt-2">
        {query.data.map((person) => (
          <HiddenRow key={person.key} person={person} today={today} />
        ))}
      </List>
      <LoadMore query={query} />
    </details>
  );
}

/** Shows how many people returned after a message. Renders nothing before the first message. */
function Results() {
  const { data } = useQuery(queryOf(['appointments', 'due', 'results'], 'GET /clients/due/results'));
  if (!data || data.messages === 0) return null;
  return (
    <p className="mt-4 text-small text-soft tabular-nums">
      U poslednjih 90 dana javljeno: {data.messages}, vratile se: <b>{data.returned}</b>
    </p>
  );
}

/** The tab 'Vreme je': clients who would usually have returned by now but have no booking. docs/spec/behaviour.md §20.3 */
export default function DueList() {
  const today = useToday();
  const query = useInfiniteQuery(dueQuery());
  useFocusKept(query.data?.map(({ key }) => key) ?? [], focusHeading);
  return (
    <>
      <p className="mb-4 max-w-home text-soft">
        Obično bi već došle, a nemaju zakazan termin. Poruka je spremna, vi je šaljete.
      </p>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju."
        skeleton={<ListSkeleton rows={4} />}
        empty={
          <EmptyState title="Sve su zakazale." isCard>
            <p className="text-soft">Ovde stoji ko bi uskoro trebalo da dođe, a nema termin.</p>
          </EmptyState>
        }
      >
        {(people) =>
          today !== null && (
            <List>
              {people.map((person) => (
                <DueRow key={person.key} person={person} today={today} />
              ))}
            </List>
          )
        }
      </Loaded>
      <LoadMore query={query} />
      <Results />
      {today !== null && <Hidden today={today} />}
    </>
  );
}
