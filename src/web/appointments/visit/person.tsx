import { CalendarClock, ChevronRight, StickyNote, UserX } from 'lucide-react';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { timeLeftText } from '#domain/appointments/appointments.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { guestNote, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { counted, NO_SHOWS } from '#domain/wording/numbers.ts';
import { ClientDialog } from '../../clients/client-dialog.tsx';
import { Chip } from '../../ui/card.tsx';
import { MessageChoice } from '../messages/message-links.tsx';
import { StatusChip } from '../status-chip.tsx';

interface OfRow {
  row: VisibleAppointment;
}

/** Status, how long until then, how often the person did not come. */
export function Chips({ row, now }: OfRow & { now: WallTime }) {
  const { status, start_datetime, end_datetime, client_no_shows = 0 } = row;
  return (
    <p className="mt-3 flex flex-wrap gap-2 first:mt-0">
      <StatusChip status={status} />
      {status === 'BOOKED' && (
        <Chip>
          <CalendarClock aria-hidden="true" size={16} className="shrink-0" />
          {timeLeftText(now, start_datetime, end_datetime)}
        </Chip>
      )}
      {client_no_shows > 0 && (
        <Chip tone="warn">
          <UserX aria-hidden="true" size={16} className="shrink-0" />
          {counted(client_no_shows, NO_SHOWS)}
        </Chip>
      )}
    </p>
  );
}

/** The name of a client leads to their card; a guest has none. */
function Name({ row }: OfRow) {
  const [isOpen, setIsOpen] = useState(false);
  const { client_id } = row;
  const name = personOf(row);
  if (client_id === null) return <h3 className="text-h1 wrap-break-word">{name}</h3>;
  return (
    <>
      <h3 className="text-h1">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="flex min-h-11 w-full items-center justify-between gap-3 text-left text-link"
        >
          <span className="min-w-0 wrap-break-word">{name}</span>
          <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-soft" />
        </button>
      </h3>
      {isOpen &&
        createPortal(<ClientDialog id={client_id} onClose={() => setIsOpen(false)} />, document.body)}
    </>
  );
}

/** What the salon wrote down about the client, for its own eyes. */
function PrivateNote({ text }: { text: string }) {
  return (
    <p className="mt-3 flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small">
      <StickyNote aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-link" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">
        <span className="sr-only">Beleška o klijentkinji: </span>
        {text}
      </span>
    </p>
  );
}

/** Whose appointment it is, what to know about them, and the ways to reach them. */
export function Person({ row, now }: OfRow & { now: WallTime }) {
  const phone = phoneOf(row);
  const note = guestNote(row);
  const kind = fittingMessage(row, now);
  return (
    <>
      <Name row={row} />
      {phone && <p className="text-small text-soft tabular-nums select-all">{phone}</p>}
      {note && <p className="text-small text-soft">{note}</p>}
      <Chips row={row} now={now} />
      {row.client_notes && <PrivateNote text={row.client_notes} />}
      {phone && (
        <div className="mt-3">
          <MessageChoice phone={phone} of={personOf(row)} facts={messageFacts(row)} kind={kind} />
        </div>
      )}
    </>
  );
}
