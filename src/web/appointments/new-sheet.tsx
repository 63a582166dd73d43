import { Repeat } from 'lucide-react';
import { useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { shortMoment } from '#domain/wording/near-days.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { isTechnician } from '../lib/session/technician.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormAlert } from '../ui/form.tsx';
import { Who } from './form/person.tsx';
import { EditFoot, Preview } from './form/preview.tsx';
import { Rows } from './form/rows.tsx';
import { type EditProps, useAppointmentForm } from './form/use-appointment-form.ts';
import type { NewAppointmentPreset } from './form/values.ts';
import { WhenInWords } from './when-in-words.tsx';

export interface NewAppointmentSheetProps {
  preset?: NewAppointmentPreset;
  now: WallTime;
  onClose: () => void;
  onCreated?: (appointment: SalonAppointment) => void;
}

const seriesSheet = lazyPage(() => import('../rhythm/series-sheet.tsx'));

function RepeatNew({ edit, onBooked }: EditProps & { onBooked: () => void }) {
  const { values, fields, client, known, now } = edit;
  const [isOpen, setIsOpen] = useState(false);
  const name = client?.name ?? fields?.guest_name;
  if (fields?.status !== 'BOOKED' || !name || isTechnician()) return null;
  const service_ids = serviceIdsIn(values.service_ids);
  const props = {
    row: fields,
    service_ids,
    name,
    services: namesOf(known.linesOf(service_ids)),
    now,
    onClose: () => setIsOpen(false),
    onBooked,
  };
  return (
    <>
      <Button variant="text" isSmall onClick={() => setIsOpen(true)} className="mt-2 -ml-3 self-start">
        <Repeat size={18} />
        Ponavljaj
      </Button>
      {isOpen && <LazyPart part={seriesSheet} props={props} />}
    </>
  );
}

/** The form of a new appointment; without a person it adds a free slot or a blocked time. */
export default function NewAppointmentSheet({ preset, now, onClose, onCreated }: NewAppointmentSheetProps) {
  const toastUndo = useUndoToast();
  const edit = useAppointmentForm({
    preset,
    now,
    onSaved: ({ undo_token = null, ...row }) => {
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
  // the sheet asks for the person first, unless the user enters a time or has chosen a status
  const isWhoFirst = isForNobody && values.when !== 'other' && typed.status === undefined;
  return (
    <Dialog
      title="Novi termin"
      isSmallTitle={!isWhoFirst}
      lead={isWhoFirst && preset?.slot && <WhenInWords row={preset.slot} />}
      onClose={onClose}
    >
      <Form
        form={edit.form}
        className={cx('flex grow flex-col max-md:min-h-[calc(100dvh-7.75rem)]', !isWhoFirst && 'pt-2')}
      >
        <Who edit={edit} />
        {!isWhoFirst && (
          <>
            <Rows edit={edit} />
            <Preview edit={edit} />
            <div className="mt-3 empty:hidden">
              <FormAlert />
            </div>
            <RepeatNew edit={edit} onBooked={onClose} />
            <EditFoot edit={edit} />
          </>
        )}
      </Form>
    </Dialog>
  );
}
