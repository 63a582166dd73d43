import { CalendarX, EyeOff, PhoneCall, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { bookedInWords, freeSlotsInWords } from '#domain/wording/absences.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { counted, DAYS } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { cancelMany } from '../lib/appointment/appointments.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { toast } from '../ui/toast.ts';
import { CancelAllDialog } from './cancel-all-dialog.tsx';
import { CancelledLinks, ConflictList, WhoAndWhen } from './conflict-list.tsx';

/** A checklist of guests whom the owner has to call after their bookings were canceled. */
function GuestsToCall({ guests }: { guests: readonly Appointment[] }) {
  const [called, setCalled] = useState<readonly number[]>([]);
  const tick = (id: number, isCalled: boolean) =>
    setCalled(isCalled ? [...called, id] : called.filter((one) => one !== id));
  return (
    <section className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h4 className="font-semibold">Pozovite gošće</h4>
        <span role="status" className="text-small font-semibold tabular-nums">
          {called.length} od {guests.length} javljeno
        </span>
      </div>
      <p className="text-small text-soft">
        Nemaju nalog i ne dobijaju obaveštenje. Spisak ostaje dok ste na ovoj strani.
      </p>
      <List className="mt-3">
        {guests.map((guest) => (
          <li
            key={guest.id}
            className="grid grid-cols-1 gap-x-4 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-center"
          >
            <div className={called.includes(guest.id) ? 'line-through' : undefined}>
              <WhoAndWhen appointment={guest} />
            </div>
            <CancelledLinks appointment={guest} className="max-lg:w-full" />
            <Checkbox
              label="Javljeno"
              name={`called-${guest.id}`}
              aria-description={personOf(guest)}
              isOn={called.includes(guest.id)}
              onChange={(isCalled) => tick(guest.id, isCalled)}
            />
          </li>
        ))}
      </List>
    </section>
  );
}

/** One of the salon's absences, with the bookings during it. */
export type OwnAbsence = ResponseBody<'GET /annual/mine'>[number];

const daysOf = ({ date_from, date_to }: OwnAbsence): string =>
  date_from === date_to ? displayDate(date_from) : `${displayDate(date_from)} - ${displayDate(date_to)}`;

/** Styles of a label next to an icon: visually hidden on phones. */
const WORD = 'max-md:sr-only';

function DeleteAbsence({ absence, onClose }: { absence: OwnAbsence; onClose: () => void }) {
  const invalidate = useInvalidateAppointments();
  const offered =
    absence.hidden_slots > 0 ? ` Ponovo se nudi: ${freeSlotsInWords(absence.hidden_slots)}.` : '';
  const deleted = () => {
    invalidate();
    toast('success', 'Odsustvo obrisano.');
    onClose();
  };
  return (
    <ConfirmDeletion
      question={`Obrisati odsustvo ${daysOf(absence)}?${offered}`}
      send={() => request('DELETE /annual/{id}', { params: { id: absence.id } })}
      onDeleted={deleted}
      fallback="Neuspešno brisanje."
      onCancel={onClose}
    />
  );
}

/** Shows how many slots the absence hides and how many clients the owner has to contact. */
function Effects({ absence: { hidden_slots, conflicts } }: { absence: OwnAbsence }) {
  return (
    <ul className="mt-3 grid gap-1.5 empty:hidden">
      {hidden_slots > 0 && (
        <li className="flex items-start gap-2.5">
          <EyeOff aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-soft" />
          Ne nudi se više: {freeSlotsInWords(hidden_slots)}.
        </li>
      )}
      {conflicts.length > 0 && (
        <li className="flex items-start gap-2.5 font-medium text-warn">
          <PhoneCall aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
          Treba javiti: {bookedInWords(conflicts.length)} u ovim danima.
        </li>
      )}
    </ul>
  );
}

/** What the owner still has to do: bookings to move or cancel, and guests to call. */
function Tasks({ absence, today, guests }: Pick<AbsenceCardProps, 'absence' | 'today' | 'guests'>) {
  const { conflicts, conflict_count, reason } = absence;
  const [isCancelling, setIsCancelling] = useState(false);
  const [toCall, setToCall] = useState(guests);
  return (
    <>
      {(conflicts.length > 0 || (conflict_count ?? 0) > 0) && (
        <div className="mt-4 border-t border-line pt-4">
          <ConflictList
            appointments={conflicts}
            days={absence}
            today={today}
            metCount={conflict_count}
            level={4}
            onCancelAll={() => setIsCancelling(true)}
          />
        </div>
      )}
      {toCall.length > 0 && <GuestsToCall guests={toCall} />}
      {isCancelling && (
        <CancelAllDialog
          rows={conflicts}
          days={absence}
          reason={reason ?? ''}
          send={(why, ids) => cancelMany(ids, why, false)}
          onDone={(_, also) => setToCall([...toCall, ...also])}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  );
}

export interface AbsenceCardProps {
  absence: OwnAbsence;
  /** Whether the absence was just added. Its card then takes the focus, so that a screen reader reads it. */
  isNew: boolean;
  today: WallDate;
  /** Guests whose bookings were canceled when the absence was saved. */
  guests: readonly Appointment[];
}

export function AbsenceCard({ absence, isNew, today, guests }: AbsenceCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const { date_from, date_to, reason, admin_name } = absence;
  const isOver = date_to < today;
  return (
    <Card className={isOver ? 'bg-transparent' : undefined}>
      <div className="flex flex-wrap items-start gap-3">
        <span
          className={cx(
            'grid size-10 shrink-0 place-items-center rounded-pill',
            isOver ? 'text-soft shadow-[inset_0_0_0_1px_var(--line)]' : 'bg-blush text-link',
          )}
        >
          <CalendarX aria-hidden="true" size={20} strokeWidth={1.75} />
        </span>
        <div className="min-w-0 flex-1 basis-[min(100%,8rem)]">
          <h3 ref={heading} tabIndex={-1} className={cx('tabular-nums', isOver && 'text-soft')}>
            {daysOf(absence)}
          </h3>
          <p className="text-small text-soft wrap-anywhere">
            {[counted(daysBetween(date_from, date_to) + 1, DAYS), reason, admin_name]
              .filter(Boolean)
              .join(', ')}
          </p>
        </div>
        <Button
          variant="danger-text"
          isSmall
          aria-description={daysOf(absence)}
          onClick={() => setIsAsking(true)}
          className="-mt-1.5 -mr-2 ml-auto"
        >
          <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
          <span className={WORD}>Obriši</span>
        </Button>
      </div>
      <Effects absence={absence} />
      {!isOver && <Tasks absence={absence} today={today} guests={guests} />}
      {isAsking && <DeleteAbsence absence={absence} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}
