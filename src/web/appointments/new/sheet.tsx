import { useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { type AppointmentId, toId } from '#domain/ids.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { shortDay, shortMoment } from '#domain/wording/near-days.ts';
import { freeRow, useUndoToast } from '../../lib/appointment/appointments.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Form, FormAlert, SubmitButton } from '../../ui/form.tsx';
import { ChangeNotificationPreview } from '../notification-preview.tsx';
import { WhenInWords } from '../visit/when-in-words.tsx';
import { More } from './more.tsx';
import type { NewAppointmentPreset } from './preset.ts';
import { ServiceChoice } from './service-choice.tsx';
import { type Created, type NewAppointmentForm, useNewAppointment } from './use-new-appointment.ts';
import { When } from './when.tsx';
import { Who } from './who.tsx';

const UNSAVED_ID = toId<AppointmentId>(0);

/** Who is told what, before it is saved; of a guest without a phone nothing can be told. */
function Preview({ edit: { row, client, known }, now }: { edit: NewAppointmentForm; now: WallTime }) {
  if (!row.times || (row.guest_name !== null && row.guest_phone === null)) return null;
  const before = freeRow(UNSAVED_ID, row.times);
  const after = {
    ...before,
    status: row.status,
    client_id: row.client_id,
    guest_name: row.guest_name,
    guest_phone: row.guest_phone,
    service_id: row.service_id,
    client_name: client?.name ?? null,
    client_phone: client?.phone ?? null,
    service_name: known.serviceOf(row.service_id)?.name ?? null,
  };
  return <ChangeNotificationPreview before={before} after={after} now={now} />;
}

/** In sight however long the sheet is. */
const FOOT =
  'sticky bottom-0 low:static z-2 -mx-(--gap) mt-auto -mb-[calc(20px+env(safe-area-inset-bottom))] flex flex-wrap gap-2 border-t border-line bg-card px-(--gap) pt-3 pb-[calc(12px+env(safe-area-inset-bottom))] md:-mx-7 md:-mb-7 md:justify-end md:px-7 md:pb-4 max-md:[&>:last-child]:flex-1';

/** 'Sačuvaj', and under it what that does: the day and the time, which are its description. */
function Foot({
  edit: { row },
  today,
  onGiveUp,
}: {
  edit: NewAppointmentForm;
  today: WallDate;
  onGiveUp: () => void;
}) {
  const start = row.times?.start_datetime;
  return (
    <div className={FOOT}>
      <Button variant="quiet" onClick={onGiveUp}>
        Otkaži
      </Button>
      <SubmitButton aria-describedby="sta-se-cuva">
        <span className="grid">
          Sačuvaj
          <span id="sta-se-cuva" aria-hidden="true" className="text-label font-normal empty:hidden">
            {start && `${shortDay(dateOf(start), today)}, ${clockOf(start)}`}
          </span>
        </span>
      </SubmitButton>
    </div>
  );
}

export interface NewAppointmentSheetProps {
  preset?: NewAppointmentPreset;
  now: WallTime;
  onClose: () => void;
  onCreated?: (appointment: SalonAppointment) => void;
}

/** Whom, what and when in one step; a free slot or a blocked time where it is for nobody. */
export default function NewAppointmentSheet({
  preset = {},
  now,
  onClose,
  onCreated,
}: NewAppointmentSheetProps) {
  const today = dateOf(now);
  const toastUndo = useUndoToast();
  const [wasChanged, setWasChanged] = useState(false);
  const edit = useNewAppointment({
    preset,
    now,
    onCreated: ({ undo_token, ...row }: Created) => {
      const text = 'Termin je uspešno dodat.';
      const isBooked = row.status === 'BOOKED';
      const words = isBooked ? `${personOf(row)}, ${shortMoment(row.start_datetime, today)}` : text;
      toastUndo(words, undo_token, isBooked ? text : 'Uspešno');
      onCreated?.(row);
      onClose();
    },
  });
  const { form, values } = edit;
  // where no time has to be typed, the first question is for whom
  const isWhoFirst = values.who === '' && values.when !== 'other' && form.values.status === '';
  return (
    <Dialog
      title="Novi termin"
      lead={isWhoFirst && preset.slot && <WhenInWords row={preset.slot} />}
      onClose={onClose}
      isWide
      hasCloseButton={isWhoFirst}
    >
      {(requestClose) => (
        <Form form={form} className="flex flex-col gap-5 max-md:min-h-[calc(100dvh-7.75rem)]">
          <Who edit={edit} today={today} wasChanged={wasChanged} onChange={() => setWasChanged(true)} />
          {!isWhoFirst && (
            <>
              <ServiceChoice key={values.client_id} edit={edit} />
              <When edit={edit} now={now} />
              <More edit={edit} isGiven={values.when === 'given'} />
              <Preview edit={edit} now={now} />
              <FormAlert />
              <Foot edit={edit} today={today} onGiveUp={requestClose} />
            </>
          )}
        </Form>
      )}
    </Dialog>
  );
}
