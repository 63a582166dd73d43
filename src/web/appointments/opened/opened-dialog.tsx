import { useQuery } from '@tanstack/react-query';
import { History, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { Appointment, VisibleAppointment } from '#contract/appointments.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { personOf, whenInWords } from '#domain/wording/appointments.ts';
import { AppointmentDialogContext } from '../../lib/appointment/dialog.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { appointmentQueries } from '../../lib/queries/queries.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { toast } from '../../ui/toast.ts';
import { AppointmentFoot, CancelButton, DeleteSection } from '../appointment-actions.tsx';
import { AppointmentFacts } from '../appointment-facts.tsx';
import { AppointmentHistory, BackToAppointment, HistoryLead, takeFocus } from '../appointment-history.tsx';
import { OfferAgain } from '../cancel/offer-again.tsx';
import { EditForm } from '../edit-form.tsx';
import { NewAppointment } from '../new-appointment.tsx';
import { WhenInWords } from '../visit/when-in-words.tsx';
import { AppointmentSkeleton } from './appointment-skeleton.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

export interface AppointmentDialogProps {
  id: number;
  onClose: () => void;
  /** Straight to the form. */
  isEditing?: boolean;
  /** A deletion can be undone for 10 s. */
  isUndoable?: boolean;
}

/** 'Mina Obradović, četvrtak, 26. novembar, 18:00 - 19:00': what was saved, of whom. */
function savedInWords(row: Appointment, today: WallDate): string {
  const hasPerson = row.client_name !== null || row.guest_name !== null;
  return [hasPerson ? personOf(row) : null, whenInWords(row, today)].filter(Boolean).join(', ');
}

/** 'Zakaži ponovo', for whoever was here: the same person and service. */
function BookAgain({ row }: { row: VisibleAppointment }) {
  const [isOpen, setIsOpen] = useState(false);
  const { client_id, client_name, client_phone, guest_name, guest_phone, service_id } = row;
  const person =
    client_id === null
      ? { guest_name: guest_name ?? '', guest_phone: guest_phone ?? '' }
      : { id: client_id, name: client_name ?? '', phone: client_phone };
  return (
    <>
      <Button variant="text" onClick={() => setIsOpen(true)}>
        <RotateCcw aria-hidden="true" size={20} strokeWidth={1.75} />
        Zakaži ponovo
      </Button>
      {isOpen && (
        <NewAppointment preset={{ person, serviceId: service_id }} onClose={() => setIsOpen(false)} />
      )}
    </>
  );
}

type BodyProps = Required<Pick<AppointmentDialogProps, 'onClose' | 'isUndoable'>> & {
  row: VisibleAppointment;
  now: WallTime;
  isEditing: boolean;
  setIsEditing: (isEditing: boolean) => void;
  onHistory: () => void;
  /** The history was just left. */
  isBack: boolean;
};

function Body({ row, now, isEditing, setIsEditing, isUndoable, onHistory, isBack, onClose }: BodyProps) {
  const saved = (after: Appointment) => {
    toast('success', savedInWords(after, dateOf(now)), { title: 'Podaci uspešno sačuvani.' });
    onClose();
  };
  const cancel = <CancelButton row={row} now={now} onRemoved={onClose} />;
  const deletion = <DeleteSection row={row} now={now} isUndoable={isUndoable} onRemoved={onClose} />;
  if (isEditing) {
    const others = (
      <>
        <div className="mt-4 -ml-3 empty:hidden">{cancel}</div>
        {deletion}
      </>
    );
    return (
      <EditForm start={row} now={now} onSaved={saved} onGiveUp={() => setIsEditing(false)} others={others} />
    );
  }
  const wasHere = row.status === 'BOOKED' && now >= row.start_datetime;
  return (
    <>
      <AppointmentFacts appointment={row} now={now} />
      <div className="mt-3 -ml-3 flex flex-wrap gap-x-2">
        <Button ref={isBack ? takeFocus : null} variant="text" onClick={onHistory}>
          <History aria-hidden="true" size={20} strokeWidth={1.75} />
          Istorija
        </Button>
        {wasHere && <BookAgain row={row} />}
        {cancel}
      </div>
      <OfferAgain row={row} now={now} />
      {deletion}
      <AppointmentFoot row={row} now={now} onEdit={() => setIsEditing(true)} onClose={onClose} />
    </>
  );
}

/**
 * One appointment, for the owner: what is known of it, and everything that can be done with it (docs/spec/product.md §2.12).
 * Mounted is open; `onClose` removes it.
 */
export default function AppointmentDialog({
  id,
  onClose,
  isEditing: isEditingFirst = false,
  isUndoable = false,
}: AppointmentDialogProps) {
  const query = useQuery(appointmentQueries.one(id));
  const now = useNow();
  const [isEditing, setIsEditing] = useState(isEditingFirst);
  const [isHistory, setIsHistory] = useState(false);
  const [wasHistory, setWasHistory] = useState(false);
  if (isHistory && query.data)
    return (
      <Dialog
        title="Istorija"
        above={<BackToAppointment onBack={() => setIsHistory(false)} />}
        lead={<HistoryLead row={query.data} />}
        onClose={onClose}
      >
        <AppointmentHistory row={query.data} />
      </Dialog>
    );
  return (
    <Dialog
      title="Termin"
      lead={query.data && <WhenInWords row={query.data} />}
      onClose={onClose}
      isWide={isEditing}
    >
      <Loaded query={query} fallback={FALLBACK} skeleton={<AppointmentSkeleton />}>
        {(row) =>
          now === null ? (
            <AppointmentSkeleton />
          ) : (
            <AppointmentDialogContext value={AppointmentDialog}>
              <Body
                row={row}
                now={now}
                isEditing={isEditing}
                setIsEditing={setIsEditing}
                isUndoable={isUndoable}
                onHistory={() => {
                  setIsHistory(true);
                  setWasHistory(true);
                }}
                isBack={wasHistory}
                onClose={onClose}
              />
            </AppointmentDialogContext>
          )
        }
      </Loaded>
    </Dialog>
  );
}
