import type { Waiting } from '#contract/waitlist.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { NewAppointment, type NewAppointmentPreset } from '../appointments/new-appointment.tsx';
import { ClientDialog } from '../clients/client-dialog.tsx';
import { request } from '../lib/api.ts';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import { ConfirmDeletion } from '../lib/confirm-deletion.tsx';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { focusHeading } from '../ui/page.tsx';
import { toast } from '../ui/toast.ts';
import type { WaitingAct } from './waiting-row.tsx';

export interface WaitingDialogProps {
  act: WaitingAct;
  waiting: Waiting;
  today: WallDate;
  onClose: () => void;
}

const personOf = ({ client_id, name, phone }: Waiting): NonNullable<NewAppointmentPreset['person']> =>
  client_id === null ? { guest_name: name, guest_phone: phone ?? '' } : { id: client_id, name, phone };

/** What was chosen in a row: the client's card, an appointment for them on that day, or off the list. */
export function WaitingDialog({ act, waiting, today, onClose }: WaitingDialogProps) {
  const refresh = useInvalidateAppointments();
  const gone = () => {
    refresh();
    focusHeading();
    onClose();
  };
  if (act === 'book') {
    const preset = { person: personOf(waiting), date: waiting.day };
    return <NewAppointment preset={preset} onClose={onClose} onCreated={gone} />;
  }
  if (act === 'see' && waiting.client_id !== null)
    return (
      <AppointmentDialogContext value={AppointmentDialog}>
        <ClientDialog id={waiting.client_id} onClose={onClose} />
      </AppointmentDialogContext>
    );
  return (
    <ConfirmDeletion
      question={`${waiting.name} više ne čeka na ${dayInWords(waiting.day, today)}?`}
      action="Ukloni"
      send={() => request('DELETE /waitlist/{id}', { params: { id: waiting.id } })}
      onDeleted={() => {
        toast('success', 'Uklonjeno sa liste čekanja.');
        gone();
      }}
      fallback="Neuspešno uklanjanje."
      onCancel={onClose}
    />
  );
}
