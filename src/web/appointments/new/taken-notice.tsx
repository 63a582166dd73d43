import { CircleAlert } from 'lucide-react';
import { textOfOwnerError } from '#contract/owner-page-errors.ts';
import { isWallTime, type ShortClockTime } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';
import type { InTheWay, NewAppointmentForm } from './use-new-appointment.ts';

function inWords({ name, start_datetime, end_datetime }: InTheWay): string {
  const isTimed = isWallTime(start_datetime) && isWallTime(end_datetime);
  return isTimed ? `${name}, ${timeRange(start_datetime, end_datetime)}` : name;
}

function Room({
  room,
  onChoose,
}: {
  room: readonly ShortClockTime[];
  onChoose: (start: ShortClockTime) => void;
}) {
  if (room.length === 0) return <p className="text-soft">Tog dana nema dovoljno mesta.</p>;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p id="ima-mesta" className="mr-1 text-soft">
        Tog dana ima mesta u:
      </p>
      {room.map((start) => (
        <button
          key={start}
          type="button"
          aria-describedby="ima-mesta"
          onClick={() => onChoose(start)}
          className="min-h-11 rounded-pill border border-edge px-4 font-medium tabular-nums hover:border-link hover:bg-blush"
        >
          {start}
        </button>
      ))}
    </div>
  );
}

/** With whom the time collides, and when else that day has room. */
export function TakenNotice({ edit }: { edit: NewAppointmentForm }) {
  const { inTheWay, room, form, values } = edit;
  return (
    <div>
      <div role="alert" className="empty:hidden">
        {inTheWay && (
          <p className="flex items-start gap-2 text-small text-error">
            <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
            <span className="min-w-0 wrap-break-word">
              {textOfOwnerError('slot_overlaps')} <span className="block">{inWords(inTheWay)}</span>
            </span>
          </p>
        )}
      </div>
      {inTheWay && values.when !== 'given' && (
        <div className="mt-2">
          <Room room={room} onChoose={(start) => form.change({ when: 'other', date: values.date, start })} />
        </div>
      )}
    </div>
  );
}
