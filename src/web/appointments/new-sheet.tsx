import { Repeat } from 'lucide-react';
import { useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import type { PersonId } from '#domain/ids.ts';
import { NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { useBookedToast } from '../lib/appointment/booked-toast.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { isTechnician } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, FormAlert } from '../ui/form.tsx';
import { ChangeButton, Who } from './form/person.tsx';
import { EditFoot, Preview } from './form/preview.tsx';
import { Row, Rows, TechnicianRow } from './form/rows.tsx';
import { type EditProps, useAppointmentForm } from './form/use-appointment-form.ts';
import { idOf, type NewAppointmentPreset } from './form/values.ts';
import { WhenFields } from './form/when.tsx';
import { InOneLine } from './quick-entry/in-one-line.tsx';
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
    row: { ...fields, person_id: idOf<PersonId>(values.person_id) },
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

/** The fields of a time in which nobody can be booked: technician, time and reason. */
function BlockFields({ edit }: EditProps) {
  const back = () => edit.change({ status: undefined, when: undefined, duration: undefined });
  return (
    <>
      <div className="flex items-center justify-between gap-3">
        <h3 className="font-display text-h2 font-[460]">Blokirano vreme</h3>
        <ChangeButton of="blokirano vreme" onPress={back} />
      </div>
      <dl className="mt-3 divide-y divide-line border-y border-line">
        <TechnicianRow edit={edit} />
        <Row label="Kada" value={null} opens={{ edit, name: 'when' }} isOpen>
          <WhenFields edit={edit} />
        </Row>
      </dl>
      <TextField
        {...edit.field('notes')}
        label="Razlog"
        placeholder="Pauza"
        hint="Vidi ga samo salon."
        maxLength={NOTES_MAX_CHARACTERS}
        className="mt-4"
      />
    </>
  );
}

/** The form of a new appointment; without a person it adds a free slot or a blocked time. */
export default function NewAppointmentSheet({ preset, now, onClose, onCreated }: NewAppointmentSheetProps) {
  const say = useBookedToast(now);
  const [isLine, setIsLine] = useState(false);
  const edit = useAppointmentForm({
    preset,
    now,
    onSaved: (row) => {
      say(row);
      onCreated?.(row);
      onClose();
    },
  });
  const { values, typed } = edit;
  const isForNobody = values.client_id === '' && values.person_id === '' && values.hasGuest === '';
  // the sheet asks for the person first, unless the user enters a time or has chosen a status
  const isUntouched = isForNobody && typed.status === undefined;
  const isBlock = values.status === 'BLOCKED';
  const isWhoFirst = isUntouched && (values.when === 'free' || values.when === 'given');
  return (
    <Dialog
      title="Novi termin"
      isSmallTitle={!isWhoFirst}
      lead={isWhoFirst && preset?.slot && <WhenInWords row={preset.slot} />}
      onClose={onClose}
    >
      {isUntouched && !preset?.slot && !preset?.start && (
        <InOneLine now={now} openDay={preset?.date} onBooked={onClose} onRead={setIsLine} />
      )}
      <Form
        form={edit.form}
        className={cx(
          'flex grow flex-col max-md:min-h-[calc(100dvh-7.75rem)]',
          !isWhoFirst && 'pt-2',
          isLine && 'hidden',
        )}
      >
        {isBlock ? <BlockFields edit={edit} /> : <Who edit={edit} />}
        {!isWhoFirst && (
          <>
            {!isBlock && <Rows edit={edit} />}
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
