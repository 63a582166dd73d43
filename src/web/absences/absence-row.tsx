import { ChevronDown, Trash2 } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { bookedInWords, freeSlotsInWords } from '#domain/wording/absences.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { shortDays } from '#domain/wording/near-days.ts';
import { counted, DAYS } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { CANCEL_REQUEST_MAX_COUNT, cancelMany } from '../lib/appointment/appointments.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { CancelAllDialog } from './cancel-all-dialog.tsx';
import { ConflictList } from './conflict-list.tsx';
import { GuestsToCall } from './guests-to-call.tsx';

export type OwnAbsence = ResponseBody<'GET /annual/mine'>[number];

interface OfAbsence {
  absence: OwnAbsence;
  today: WallDate;
}

const daysOf = ({ date_from, date_to }: OwnAbsence, today: WallDate): string =>
  shortDays(date_from, date_to, today);

const TASK = 'border-t border-line p-4';

/** The owner's open tasks for an absence: bookings to move or cancel, and guests to call. */
function Tasks({ absence, today }: OfAbsence) {
  const { conflicts, conflict_count, reason } = absence;
  const [isCancelling, setIsCancelling] = useState(false);
  return (
    <>
      {(conflicts.length > 0 || (conflict_count ?? 0) > 0) && (
        <div className={TASK}>
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
      <GuestsToCall days={absence} className={TASK} />
      {isCancelling && (
        <CancelAllDialog
          rows={conflicts}
          days={absence}
          reason={reason ?? ''}
          undoneUpTo={CANCEL_REQUEST_MAX_COUNT}
          send={(why, ids) => cancelMany(ids, why, false)}
          onClose={() => setIsCancelling(false)}
        />
      )}
    </>
  );
}

function Details({ absence, today, id }: OfAbsence & { id: string }) {
  const [isAsking, setIsAsking] = useState(false);
  const { date_from, date_to, admin_name, hidden_slots } = absence;
  const offered = hidden_slots > 0 ? ` Ponovo se nudi: ${freeSlotsInWords(hidden_slots)}.` : '';
  const days = [...new Set([date_from, date_to])].map((date) => dayInWords(date, today)).join(' - ');
  return (
    <div id={id} className="flex flex-wrap items-center justify-between gap-x-4 pr-2 pb-2 pl-4">
      <p className="text-small text-soft">{[days, admin_name].filter(Boolean).join('. Upisala: ')}</p>
      <Button
        icon={Trash2}
        variant="danger-text"
        isSmall
        aria-description={daysOf(absence, today)}
        onClick={() => setIsAsking(true)}
        className="ml-auto"
      >
        Obriši
      </Button>
      {isAsking && (
        <ConfirmDeletion
          question={`Obrisati odsustvo ${daysOf(absence, today)}?${offered}`}
          send={() => request('DELETE /annual/{id}', { params: { id: absence.id } })}
          done="Odsustvo obrisano."
          fallback="Neuspešno brisanje."
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

export interface AbsenceRowProps extends OfAbsence {
  /** True for an absence that was just added. Its row starts expanded and focused, so that screen readers read it. */
  isNew: boolean;
}

export function AbsenceRow({ absence, isNew, today }: AbsenceRowProps) {
  const [isExpanded, setIsExpanded] = useState(isNew);
  const id = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const { date_from, date_to, reason, technician_name, hidden_slots, conflicts } = absence;
  const isOver = date_to < today;
  return (
    <article>
      <div className="relative flex min-h-16 items-center gap-x-3 py-2 pr-2 pl-4 transition-colors hover:bg-blush">
        <div className="grid min-w-0 flex-1 items-center gap-x-4 wrap-anywhere @[44rem]:grid-cols-2">
          <div>
            <h3
              ref={heading}
              tabIndex={-1}
              className={cx('font-text text-body tracking-normal', isOver ? 'text-soft' : 'font-semibold')}
            >
              {daysOf(absence, today)}
            </h3>
            <p className="text-small text-soft">
              {[technician_name, counted(daysBetween(date_from, date_to) + 1, DAYS), reason]
                .filter(Boolean)
                .join(', ')}
            </p>
          </div>
          <div className="text-small text-soft empty:hidden">
            {hidden_slots > 0 && <p>Ne nudi se više: {freeSlotsInWords(hidden_slots)}.</p>}
            {conflicts.length > 0 && (
              <p className="font-medium text-warn">
                Treba javiti: {bookedInWords(conflicts.length)} tih dana.
              </p>
            )}
          </div>
        </div>
        <IconButton
          icon={ChevronDown}
          label="Detalji"
          description={daysOf(absence, today)}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? id : undefined}
          onClick={() => setIsExpanded(!isExpanded)}
          className="static! text-soft -outline-offset-2 after:absolute after:inset-0 aria-expanded:*:rotate-180"
        />
      </div>
      {isExpanded && <Details id={id} absence={absence} today={today} />}
      {!isOver && <Tasks absence={absence} today={today} />}
    </article>
  );
}
