import type { SalonAppointment } from '#contract/appointments.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { shortMoment } from '#domain/wording/near-days.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormAlert } from '../ui/form.tsx';
import { EditFoot } from './form/foot.tsx';
import { Who } from './form/person.tsx';
import { Preview } from './form/preview.tsx';
import { Rows } from './form/rows.tsx';
import { type NewAppointmentPreset, useAppointmentForm } from './form/use-appointment-form.ts';
import { WhenInWords } from './when-in-words.tsx';

export interface NewAppointmentSheetProps {
  preset?: NewAppointmentPreset;
  now: WallTime;
  onClose: () => void;
  onCreated?: (appointment: SalonAppointment) => void;
}

/** A new appointment: person, services and time; without a person a free slot or a blocked time. */
export default function NewAppointmentSheet({
  preset = {},
  now,
  onClose,
  onCreated,
}: NewAppointmentSheetProps) {
  const toastUndo = useUndoToast();
  const edit = useAppointmentForm({
    preset,
    now,
    onSaved: ({ row, undo_token }) => {
      const text = 'Termin je uspešno dodat.';
      const isBooked = row.status === 'BOOKED';
      const words = isBooked ? `${personOf(row)}, ${shortMoment(row.start_datetime, dateOf(now))}` : text;
      toastUndo(words, undo_token, isBooked ? text : 'Uspešno');
      onCreated?.(row);
      onClose();
    },
  });
  const { values, typed } = edit;
  const isForNobody = values.client_id === '' && values.hasGuest === '';
  // without a time to type, the person is asked first
  const isWhoFirst = isForNobody && values.when !== 'other' && !typed.has('status');
  return (
    <Dialog
      title="Novi termin"
      isSmallTitle={!isWhoFirst}
      lead={isWhoFirst && preset.slot && <WhenInWords row={preset.slot} />}
      onClose={onClose}
    >
      {(requestClose) => (
        <Form form={edit.form} className="flex grow flex-col max-md:min-h-[calc(100dvh-7.75rem)]">
          <Who edit={edit} now={now} hasRecent isAsking={false} />
          {!isWhoFirst && (
            <>
              <Rows edit={edit} now={now} />
              <Preview edit={edit} now={now} />
              <div className="mt-3 empty:hidden">
                <FormAlert />
              </div>
              <EditFoot edit={edit} now={now} onGiveUp={requestClose} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
