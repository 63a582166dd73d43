import { ChevronRight, UserX } from 'lucide-react';
import { useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { guestNote, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { counted } from '#domain/wording/numbers.ts';
import { ClientDialog } from '../../clients/client-dialog.tsx';
import { isTechnician } from '../../lib/session/technician.ts';
import { MessageChoice } from '../message-links.tsx';
import { EditAll, PersonFields, PrivateNote } from './person.tsx';
import type { EditProps } from './use-appointment-form.ts';

/** The name of a booked person. A press on a client's name opens the client's card. */
function Name({ row }: { row: VisibleAppointment }) {
  const [isOpen, setIsOpen] = useState(false);
  const { client_id } = row;
  const name = personOf(row);
  if (client_id === null || isTechnician())
    return <h3 className="min-w-0 flex-1 basis-[min(100%,10rem)] text-h2 wrap-break-word">{name}</h3>;
  return (
    <>
      <h3 className="min-w-0 flex-1 basis-[min(100%,10rem)] text-h2">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => setIsOpen(true)}
          className="flex min-h-11 max-w-full items-center gap-1 text-left"
        >
          <span className="min-w-0 wrap-break-word">{name}</span>
          <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-soft" />
        </button>
      </h3>
      {isOpen && <ClientDialog id={client_id} onClose={() => setIsOpen(false)} />}
    </>
  );
}

const BETWEEN = ' · ';

/** The person of a booking: phone, no-shows, private note, and links to call or write. */
export function BookedPerson({ row, now, edit }: EditProps & { row: VisibleAppointment }) {
  const phone = phoneOf(row);
  const noShows = row.client_no_shows ?? 0;
  const facts = [phone, guestNote(row)].filter(Boolean).join(BETWEEN);
  return (
    <section>
      <div className="flex flex-wrap items-center gap-x-3">
        <Name row={row} />
        {!edit.isOpen('person') && <EditAll edit={edit} />}
      </div>
      <p className="flex flex-wrap items-center gap-x-2 text-soft empty:hidden">
        {facts && <span className="tabular-nums select-all">{facts}</span>}
        {noShows > 0 && (
          <span className="inline-flex items-center gap-1 font-semibold text-warn">
            <UserX aria-hidden="true" size={16} className="shrink-0" />
            {counted(noShows, NO_SHOWS)}
          </span>
        )}
      </p>
      {row.client_notes && (
        <PrivateNote text={row.client_notes} label="Beleška o klijentkinji" className="mt-3" />
      )}
      {edit.isOpen('person') ? (
        <PersonFields edit={edit} />
      ) : (
        phone && (
          <div className="mt-3">
            <MessageChoice
              phone={phone}
              of={personOf(row)}
              facts={messageFacts(row)}
              kind={fittingMessage(row, now)}
            />
          </div>
        )
      )}
    </section>
  );
}
