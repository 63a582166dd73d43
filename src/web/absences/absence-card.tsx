import { CalendarX, EyeOff, PhoneCall, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { daysBetween } from '#domain/wall-clock.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { type CountedWord, counted, DAYS } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { ConfirmDeletion } from '../lib/confirm-deletion.tsx';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/card.tsx';
import { toast } from '../ui/toast.ts';
import { ConflictList } from './conflict-list.tsx';

/** An absence with the bookings that stand inside it. */
export type OwnAbsence = ResponseBody<'GET /annual/mine'>[number];

const FREE_SLOTS: CountedWord = ['slobodan termin', 'slobodna termina', 'slobodnih termina'];
const BOOKED: CountedWord = ['zakazan termin', 'zakazana termina', 'zakazanih termina'];

const daysOf = ({ date_from, date_to }: OwnAbsence): string =>
  date_from === date_to ? displayDate(date_from) : `${displayDate(date_from)} - ${displayDate(date_to)}`;

/** The word beside an icon: where there is room. */
const WORD = 'max-md:sr-only';

function DeleteAbsence({ absence, onClose }: { absence: OwnAbsence; onClose: () => void }) {
  const invalidate = useInvalidateAppointments();
  const offered =
    absence.hidden_slots > 0 ? ` Ponovo se nudi ${counted(absence.hidden_slots, FREE_SLOTS)}.` : '';
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

/** How many slots an absence hides, and how many bookings stand inside it. */
function Effects({ absence: { hidden_slots, conflicts } }: { absence: OwnAbsence }) {
  return (
    <ul className="mt-3 grid gap-1.5 empty:hidden">
      {hidden_slots > 0 && (
        <li className="flex items-start gap-2.5">
          <EyeOff aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-soft" />
          Ne nudi se više: {counted(hidden_slots, FREE_SLOTS)}.
        </li>
      )}
      {conflicts.length > 0 && (
        <li className="flex items-start gap-2.5 font-medium text-warn">
          <PhoneCall aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
          Treba javiti: {counted(conflicts.length, BOOKED)} u ovim danima.
        </li>
      )}
    </ul>
  );
}

export interface AbsenceCardProps {
  absence: OwnAbsence;
  /** Just added: it takes the focus, so that a screen reader says what is to be done. */
  isNew: boolean;
}

/** One absence: its days and reason, what it hides, and the clients to be told. */
export function AbsenceCard({ absence, isNew }: AbsenceCardProps) {
  const [isAsking, setIsAsking] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isNew) heading.current?.focus();
  }, [isNew]);
  const { date_from, date_to, reason, admin_name, conflicts } = absence;
  return (
    <Card>
      <div className="flex items-start gap-3">
        <span className="grid size-10 shrink-0 place-items-center rounded-pill bg-blush text-link">
          <CalendarX aria-hidden="true" size={20} strokeWidth={1.75} />
        </span>
        <div className="min-w-0 flex-1">
          <h3 ref={heading} tabIndex={-1} className="tabular-nums">
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
          className="-mt-1.5 -mr-2"
        >
          <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
          <span className={WORD}>Obriši</span>
        </Button>
      </div>
      <Effects absence={absence} />
      {conflicts.length > 0 && (
        <div className="mt-3 border-t border-line">
          <ConflictList appointments={conflicts} />
        </div>
      )}
      {isAsking && <DeleteAbsence absence={absence} onClose={() => setIsAsking(false)} />}
    </Card>
  );
}
