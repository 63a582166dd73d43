import { CalendarX, EyeOff, PhoneCall, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { bookedInWords, freeSlotsInWords } from '#domain/wording/absences.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { counted, DAYS } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { cancelMany } from '../lib/appointment/appointments.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { toast } from '../ui/toast.ts';
import { CancelAllDialog } from './cancel-all-dialog.tsx';
import { ConflictList } from './conflict-list.tsx';
import { GuestsToCall } from './guests-to-call.tsx';

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
function Tasks({ absence, today }: Pick<AbsenceCardProps, 'absence' | 'today'>) {
  const { conflicts, conflict_count, reason } = absence;
  const [isCancelling, setIsCancelling] = useState(false);
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
      <GuestsToCall days={absence} className="mt-4 border-t border-line pt-4" />
      {isCancelling && (
        <CancelAllDialog
          rows={conflicts}
          days={absence}
          reason={reason ?? ''}
          send={(why, ids) => cancelMany(ids, why, false)}
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
}

export function AbsenceCard({ absence, isNew, today }: AbsenceCardProps) {
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
      {!isOver && <Tasks absence={absence} today={today} />}
      {isAsking && <DeleteAbsence absence={absence} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}
