import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useRef, useState } from 'react';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { UNDO_SECONDS } from '#domain/limits.ts';
import { concerns } from '#domain/technicians.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { callStateInWords, callWhatInWords } from '#domain/wording/told/calls.ts';
import { errorText, request } from '../lib/api.ts';
import { type Absent, toCallQuery } from '../lib/queries/admin-queries.ts';
import { POLLED } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { useFocusKept } from '../ui/use-focus-kept.ts';
import { CancelledLinks, WhoAndWhen } from './conflict-list.tsx';

type Entry = ResponseBody<'GET /appointments/to-call'>[number];

/** Marks people as told; the toast takes it back for 10 s. */
function useMarkCalled() {
  const queries = useQueryClient();
  const { queryKey } = toCallQuery;
  const marking = useMutation({
    mutationFn: (body: RequestBody<'POST /appointments/called'>) =>
      request('POST /appointments/called', { body }),
    onMutate: async ({ ids, called }) => {
      await queries.cancelQueries({ queryKey });
      if (called === 1) queries.setQueryData(queryKey, (rows) => rows?.filter(({ id }) => !ids.includes(id)));
    },
    onSuccess: (_, { ids, called }) => {
      if (called === 0) return;
      const action = { label: 'Poništi', onPress: () => marking.mutate({ ids, called: 0 }) };
      toast('success', 'Javljeno.', { action, durationMs: UNDO_SECONDS * 1000 });
    },
    onError: (error) => toast('error', errorText(error, 'Greška pri čuvanju.')),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  });
  return (ids: number[]) => marking.mutate({ ids, called: 1 });
}

const FIRST_COUNT = 3;

/** The text that tells of the change. */
const KIND = { MOVED: 'moved', REQUEST_ACCEPTED: 'confirmation' } as const satisfies Partial<
  Record<Entry['what'], string>
>;

export interface GuestsToCallProps {
  /** Lists only people with a booking in this absence. */
  days?: Absent;
  className?: string;
}

/** The people whom no message has certainly told of a change by the salon. Renders nothing without them. docs/spec/behaviour.md §29.4 */
export function GuestsToCall({ days, className }: GuestsToCallProps) {
  const { data = [] } = useQuery({ ...toCallQuery, ...POLLED });
  const [isWhole, setIsWhole] = useState(false);
  const mark = useMarkCalled();
  const people = data.filter(
    ({ start_datetime, technician_id }) =>
      !days || (isAbsentOn(dateOf(start_datetime), [days]) && concerns(days, technician_id)),
  );
  const ids = people.map(({ id }) => id);
  const shown = isWhole ? people : people.slice(0, FIRST_COUNT);
  const heading = useRef<HTMLHeadingElement>(null);
  useFocusKept(ids, () => heading.current?.focus({ preventScroll: true }));
  if (people.length === 0) return null;
  const Heading = days ? 'h4' : 'h2';
  return (
    <section className={cx('@container', className)}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <Heading ref={heading} tabIndex={-1} className={days && 'font-semibold'}>
          Pozovite
        </Heading>
        <span role="status" className="text-small font-semibold tabular-nums">
          {people.length}
        </span>
      </div>
      <p className="text-small text-soft">Ostaju na spisku dok poruka ne stigne ili dok ih ne označite.</p>
      <List className="mt-3">
        {shown.map((row) => (
          <li
            key={row.id}
            className="grid grid-cols-1 gap-x-4 gap-y-2 px-4 py-3 @[44rem]:grid-cols-[minmax(0,1fr)_auto_auto] @[44rem]:items-center"
          >
            <div>
              <WhoAndWhen appointment={row} />
              <p className={cx('text-small', row.state === 'NONE' ? 'text-soft' : 'text-warn')}>
                {[callWhatInWords(row.what), callStateInWords(row.state)].filter(Boolean).join(' ')}
              </p>
            </div>
            <CancelledLinks
              appointment={row}
              kind={row.what in KIND ? KIND[row.what as keyof typeof KIND] : 'cancelled'}
              className="@max-[44rem]:w-full"
            />
            <Button
              variant="quiet"
              isSmall
              icon={Check}
              aria-description={personOf(row)}
              onClick={() => mark([row.id])}
            >
              Javljeno
            </Button>
          </li>
        ))}
      </List>
      <div className="mt-1 -ml-3 flex flex-wrap justify-between gap-x-3 empty:hidden">
        {shown.length < people.length && (
          <Button variant="text" isSmall onClick={() => setIsWhole(true)}>
            Prikaži još {people.length - shown.length}
          </Button>
        )}
        {people.length > 1 && (
          <Button variant="text" isSmall onClick={() => mark(ids)}>
            Svima javljeno
          </Button>
        )}
      </div>
    </section>
  );
}
