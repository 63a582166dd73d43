import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { displayDateTime } from '#salon/serbian-dates.ts';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/action/button.tsx';
import { ListBones } from '../../ui/part/bones.tsx';
import { ErrorState } from '../../ui/part/error-state.tsx';
import { LIST_ROW, List, ListRow } from '../../ui/part/list.tsx';
import { DetailsSheet } from './details-sheet.tsx';
import { PastStatus } from './past-status.tsx';
import { usePast } from './use-past.ts';

const FALLBACK = 'Greška pri učitavanju prethodnih termina';

function Row({ appointment, onOpen }: { appointment: Appointment; onOpen: () => void }) {
  const { id, service_name, guest_name, start_datetime, status } = appointment;
  return (
    <li data-appointment-id={id}>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={`${LIST_ROW} w-full text-left -outline-offset-2 transition-colors hover:bg-blush`}
      >
        <ListRow
          title={
            <>
              {service_name ?? 'Usluga nije bila odabrana'}
              {guest_name && <span className="text-soft">{` za: ${guest_name}`}</span>}
            </>
          }
          note={<time>{displayDateTime(start_datetime)}</time>}
          after={
            <>
              <PastStatus status={status} />
              <ChevronRight aria-hidden="true" size={16} className="-ml-1 shrink-0 text-soft" />
            </>
          }
        />
      </button>
    </li>
  );
}

/** What was and what was cancelled, latest first; a row opens its details. */
export function PastList() {
  const past = usePast();
  const [opened, setOpened] = useState<Appointment | null>(null);
  const { data, error, refetch, isFetching } = past;
  const failure = error && (
    <ErrorState text={errorText(error, FALLBACK)} onRetry={refetch} isRetrying={isFetching} />
  );
  if (!data) return failure || <ListBones rows={4} />;
  return (
    <div className="grid gap-3">
      {failure}
      {data.length === 0 && <p className="text-soft">Još nema prethodnih termina.</p>}
      {data.length > 0 && (
        <List>
          {data.map((appointment) => (
            <Row key={appointment.id} appointment={appointment} onOpen={() => setOpened(appointment)} />
          ))}
        </List>
      )}
      {past.hasNextPage && (
        <Button variant="quiet" isBlock isBusy={past.isFetchingNextPage} onClick={() => past.fetchNextPage()}>
          Učitaj još
        </Button>
      )}
      {opened && <DetailsSheet appointment={opened} onClose={() => setOpened(null)} />}
    </div>
  );
}
