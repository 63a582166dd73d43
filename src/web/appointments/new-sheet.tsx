import { Repeat } from 'lucide-react';
import { useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import type { PersonId } from '#domain/ids.ts';
import { NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { useBookedToast } from '../lib/appointment/booked-toast.ts';
import { useIsDesktop } from '../lib/device/owners-screen.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { isTechnician } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, FormAlert } from '../ui/form.tsx';
import { ChangeButton, Who } from './form/person.tsx';
import { EditFoot, Preview } from './form/preview.tsx';
import { NotesField, Row, Rows, StatusRow, TechnicianRow } from './form/rows.tsx';
import { ServicesInPlace } from './form/services-in-place.tsx';
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

interface SheetProps extends EditProps {
  /** Whether the sheet asks for the person first. */
  isWhoFirst: boolean;
  onBooked: () => void;
}

const PERSON = { paddingInline: '4px 20px' };
const COLUMN = 'flex flex-col gap-3 overflow-y-auto border-l border-line px-5 pb-2';

/** Person, services and time side by side, for a desktop. */
function InColumns({ edit, isWhoFirst, onBooked }: SheetProps) {
  const openOnly = () => edit.change({ status: 'AVAILABLE', when: 'other', date: edit.values.date });
  return (
    <>
      <section
        aria-label="Za koga"
        style={{ gridRow: 2, ...PERSON }}
        className="flex flex-col overflow-y-auto pb-2"
      >
        <Who edit={edit} />
        <Preview edit={edit} />
        {isWhoFirst && (
          <Button variant="text" isSmall onClick={openOnly} className="mt-3 -ml-3 self-start">
            Bez klijentkinje: samo otvori termin
          </Button>
        )}
      </section>
      <section aria-labelledby="usluge" style={{ gridArea: '1 / 2 / 3' }} className={COLUMN}>
        <h3 id="usluge">Usluge</h3>
        <ServicesInPlace edit={edit} />
        <NotesField edit={edit} />
        <dl className="border-y border-line">
          <StatusRow edit={edit} />
        </dl>
      </section>
      <section aria-labelledby="kada" style={{ gridArea: '1 / 3 / 3' }} className={COLUMN}>
        <h3 id="kada">Kada</h3>
        <WhenFields edit={edit} />
        <RepeatNew edit={edit} onBooked={onBooked} />
      </section>
      <div style={{ gridArea: '3 / 1 / 4 / 4' }}>
        <FormAlert />
        <EditFoot edit={edit} isBlocked={isWhoFirst} />
      </div>
    </>
  );
}

/** One field below the other: first only the person. */
function InRows({ edit, isWhoFirst, onBooked }: SheetProps) {
  const isBlock = edit.values.status === 'BLOCKED';
  return (
    <>
      {isBlock ? <BlockFields edit={edit} /> : <Who edit={edit} />}
      {!isWhoFirst && (
        <>
          {!isBlock && <Rows edit={edit} />}
          <Preview edit={edit} />
          <div className="mt-3 empty:hidden">
            <FormAlert />
          </div>
          <RepeatNew edit={edit} onBooked={onBooked} />
          <EditFoot edit={edit} />
        </>
      )}
    </>
  );
}

/** The sheet asks for the person first, unless the user enters a time or has chosen a status. */
const asksWho = ({ values, typed }: EditProps['edit']): boolean =>
  values.client_id === '' && values.person_id === '' && values.hasGuest === '' && typed.status === undefined;

/** The columns are as high as the screen allows, and scroll each by itself. Not classes, because every page loads those. */
const GRID = {
  display: 'grid',
  gridTemplate: 'auto minmax(0, 1fr) auto / minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1.36fr)',
  height: 'calc(min(100dvh, 60rem) - 9.25rem)',
};

const hasTime = ({ slot, start }: NewAppointmentPreset = {}): boolean => Boolean(slot ?? start);

/** The form of a new appointment; without a person it adds a free slot or a blocked time. From 1100 px it shows person, services and time side by side, unless the time is given. */
export default function NewAppointmentSheet({ preset, now, onClose, onCreated }: NewAppointmentSheetProps) {
  const say = useBookedToast(now);
  const [isLine, setIsLine] = useState(false);
  const isTimeOpen = !hasTime(preset);
  const isOfAll = useIsDesktop() && isTimeOpen;
  const edit = useAppointmentForm({
    preset,
    now,
    isOfAll,
    onSaved: (row) => {
      say(row);
      onCreated?.(row);
      onClose();
    },
  });
  const { status, when } = edit.values;
  const isUntouched = asksWho(edit);
  const isWhoFirst = isUntouched && ['free', 'given'].includes(when);
  const isInColumns = isOfAll && status !== 'BLOCKED';
  const Fields = isInColumns ? InColumns : InRows;
  return (
    <Dialog
      title="Novi termin"
      isSmallTitle={!isWhoFirst && !isInColumns}
      lead={isWhoFirst && preset?.slot && <WhenInWords row={preset.slot} />}
      isWide={isInColumns && 'columns'}
      onClose={onClose}
    >
      <div style={isInColumns ? GRID : undefined}>
        {isUntouched && isTimeOpen && (
          <div style={isInColumns ? { gridColumn: isLine ? '1 / 4' : 1, ...PERSON } : undefined}>
            <InOneLine now={now} openDay={preset?.date} onBooked={onClose} onRead={setIsLine} />
          </div>
        )}
        <Form
          form={edit.form}
          className={cx(
            isInColumns ? 'contents' : 'flex grow flex-col max-md:min-h-[calc(100dvh-7.75rem)]',
            !isWhoFirst && 'pt-2',
            isLine && 'hidden',
          )}
        >
          <Fields edit={edit} isWhoFirst={isWhoFirst} onBooked={onClose} />
        </Form>
      </div>
    </Dialog>
  );
}
