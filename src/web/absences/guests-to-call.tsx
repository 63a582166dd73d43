import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { concerns } from '#domain/technicians.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { errorText, request } from '../lib/api.ts';
import type { Absent } from '../lib/queries/admin-queries.ts';
import { POLLED, queryOf } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { toast } from '../ui/toast.ts';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { CancelledLinks, WhoAndWhen } from './conflict-list.tsx';

const guestsQuery = queryOf(['appointments', 'to-call'], 'GET /appointments/to-call');

function useMarkCalled() {
  const queries = useQueryClient();
  const { queryKey } = guestsQuery;
  return useMutation({
    mutationFn: (body: RequestBody<'POST /appointments/called'>) =>
      request('POST /appointments/called', { body }),
    onMutate: async ({ ids, called }) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (ids.includes(row.id) ? { ...row, called } : row)),
      );
    },
    onError: (error) => toast('error', errorText(error, 'Greška pri čuvanju.')),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
}

const FIRST_COUNT = 3;

export interface GuestsToCallProps {
  /** Lists only guests with canceled bookings in this absence, also guests already called. If undefined, lists all guests still to call. */
  days?: Absent;
  className?: string;
}

/** A checklist of guests to call after bookings were canceled. Renders nothing without guests. docs/spec/behaviour.md §5.6 */
export function GuestsToCall({ days, className }: GuestsToCallProps) {
  const { data = [] } = useQuery({ ...guestsQuery, ...POLLED });
  const [ticked, setTicked] = useState<readonly number[]>([]); // ticked guests stay in the list, so that the user can untick them
  const [isWhole, setIsWhole] = useState(false);
  const { mutate } = useMarkCalled();
  const guests = data.filter(({ id, called, start_datetime, technician_id }) =>
    days
      ? isAbsentOn(dateOf(start_datetime), [days]) && concerns(days, technician_id)
      : called === 0 || ticked.includes(id),
  );
  const open = guests.flatMap(({ id, called }) => (called === 0 ? id : []));
  const shown = isWhole ? guests : guests.slice(0, FIRST_COUNT);
  const mark = (ids: number[], isCalled: boolean) => {
    setTicked([...ticked, ...ids]);
    mutate({ ids, called: isCalled ? 1 : 0 });
  };
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(open, () => heading.current?.focus({ preventScroll: true })); // the button 'Svima javljeno' disappears when it is pressed
  if (guests.length === 0) return null;
  const Heading = days ? 'h4' : 'h2';
  return (
    <section className={cx('@container', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading ref={heading} tabIndex={-1} className={days && 'font-semibold'}>
          Pozovite gošće
        </Heading>
        <span role="status" className="text-small font-semibold tabular-nums">
          {guests.length - open.length} od {guests.length} javljeno
        </span>
      </div>
      <p className="text-small text-soft">
        Termin im je otkazan, a nemaju nalog i ne dobijaju obaveštenje. Ostaju na spisku dok ih ne označite.
      </p>
      <List className="mt-3">
        {shown.map((guest) => (
          <li
            key={guest.id}
            className="grid grid-cols-1 gap-x-4 gap-y-2 px-4 py-3 @[44rem]:grid-cols-[minmax(0,1fr)_auto_auto] @[44rem]:items-center"
          >
            <div className={guest.called === 1 ? 'line-through' : undefined}>
              <WhoAndWhen appointment={guest} />
            </div>
            <CancelledLinks appointment={guest} className="@max-[44rem]:w-full" />
            <Checkbox
              label="Javljeno"
              name={`called-${guest.id}`}
              aria-description={personOf(guest)}
              isOn={guest.called === 1}
              onChange={(isCalled) => mark([guest.id], isCalled)}
            />
          </li>
        ))}
      </List>
      <div className="mt-1 -ml-3 flex flex-wrap justify-between gap-x-3 empty:hidden">
        {shown.length < guests.length && (
          <Button variant="text" isSmall onClick={() => setIsWhole(true)}>
            Prikaži još {guests.length - shown.length}
          </Button>
        )}
        {open.length > 1 && (
          <Button variant="text" isSmall onClick={() => mark(open, true)}>
            Svima javljeno
          </Button>
        )}
      </div>
    </section>
  );
}
