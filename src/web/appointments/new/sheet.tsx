import { ChevronDown, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { SalonAppointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { longServiceHint } from '#domain/booking.ts';
import { type AppointmentId, toId } from '#domain/ids.ts';
import { NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { shortDay, shortMoment } from '#domain/wording/near-days.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { ServiceField } from '../../booking/service-select.tsx';
import { freeRow, useUndoToast } from '../../lib/appointment/appointments.ts';
import { paths } from '../../lib/routing/paths.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../../ui/form.tsx';
import { Loading, Skeleton } from '../../ui/screen-states.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { ChangeNotificationPreview } from '../notification-preview.tsx';
import { StatusDot } from '../status-chip.tsx';
import { WhenInWords } from '../when-in-words.tsx';
import { NO_SERVICE, STATUSES_OF_NEW, withStatus } from './new-values.ts';
import type { NewAppointmentPreset } from './preset.ts';
import { type Created, type NewAppointmentForm, useNewAppointment } from './use-new-appointment.ts';
import { When } from './when.tsx';
import { ChangeButton, Who } from './who.tsx';

/** The usual service stands there as it was the last time; any other is chosen from the price list. */
function ServiceChoice({ edit }: { edit: NewAppointmentForm }) {
  const { form, known, row, values } = edit;
  const [isChanging, setIsChanging] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChanging) place.current?.querySelector('select')?.focus();
  }, [isChanging]);
  const service = known.serviceOf(row.service_id);
  const isUsual = service !== null && service.id === known.usualServiceId;
  if ((edit.client && known.details.isPending) || !known.services.isFetched) {
    return (
      <Loading className="rounded-card border border-line px-4 py-4">
        <Skeleton className="w-32" />
        <Skeleton className="mt-3 w-24" />
      </Loading>
    );
  }
  if (isUsual && !isChanging) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 rounded-card border border-edge px-4 py-3">
        <p className="min-w-0 flex-1 basis-28 wrap-break-word">
          <span className="block text-small font-medium text-soft">Usluga, kao prošli put</span>{' '}
          <span className="block font-display text-h3 font-[460]">{service.name}</span>{' '}
          <span className="block text-small text-soft">
            {`${durationText(service.duration_minutes)}, ${priceText(service.price)}`}
          </span>
        </p>
        <ChangeButton of="Usluga" onPress={() => setIsChanging(true)} />
      </div>
    );
  }
  const hint =
    values.when === 'free'
      ? undefined
      : row.times && longServiceHint(known.minutesOf(row.service_id), row.times);
  return (
    <div ref={place}>
      <ServiceField
        name="service_id"
        value={row.service_id === null ? '' : String(row.service_id)}
        onChange={(id) => form.change({ service_id: id === '' ? NO_SERVICE : id, status: '' })}
        hint={hint ?? (known.services.data?.length === 0 && <EmptyPriceList />)}
      />
    </div>
  );
}

function EmptyPriceList() {
  return (
    <>
      Cenovnik je prazan.{' '}
      <Link to={`${paths.adminServices}?tab=dodaj`} className="text-link-inline">
        Dodaj uslugu
      </Link>
    </>
  );
}

/** The counter shows only near the limit. */
const NOTES_COUNTED_FROM = 800;
const STATUSES = STATUSES_OF_NEW.map((status) => ({ value: status, label: STATUS_LABELS[status] }));

/** What few need, behind its word until it is asked for; then the focus is in it. */
function Folded({
  label,
  icon,
  isOpen: isOpenAnyway = false,
  children,
}: {
  label: string;
  icon: ReactNode;
  /** There is something in it. */
  isOpen?: boolean;
  children: ReactNode;
}) {
  const [isAsked, setIsAsked] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isAsked) place.current?.querySelector<HTMLElement>('textarea, select')?.focus();
  }, [isAsked]);
  if (isAsked || isOpenAnyway)
    return (
      <div ref={place} className="w-full">
        {children}
      </div>
    );
  return (
    <Button variant="text" onClick={() => setIsAsked(true)} className="-ml-3 justify-self-start">
      {icon}
      {label}
    </Button>
  );
}

/** The note, and what else the row can be: a free slot, a blocked time. */
function More({ edit: { form, row }, isGiven }: { edit: NewAppointmentForm; isGiven: boolean }) {
  const { notes } = row;
  const isOfSlot = notes !== '' && !form.values.hasOwnNotes;
  return (
    <div className="flex flex-wrap gap-x-8 gap-y-2">
      <Folded
        label="Napomena"
        icon={<Plus aria-hidden="true" size={20} strokeWidth={1.75} />}
        isOpen={isOfSlot}
      >
        <TextAreaField
          {...form.field('notes')}
          value={notes}
          onChange={(typed) => form.change({ notes: typed, hasOwnNotes: 'yes' })}
          label="Napomena"
          hint={isOfSlot && 'Sa slobodnog termina. Klijentkinja vidi napomenu.'}
          {...(notes.length > NOTES_COUNTED_FROM && { maxCharacters: NOTES_MAX_CHARACTERS })}
        />
      </Folded>
      {!isGiven && (
        <Folded
          label="Slobodan ili blokiran termin"
          icon={<ChevronDown aria-hidden="true" size={20} strokeWidth={1.75} />}
        >
          <SelectField
            name="status"
            value={row.status}
            onChange={(status) => form.change(withStatus(status))}
            label="Status"
            options={STATUSES}
            before={<StatusDot status={row.status} />}
          />
        </Folded>
      )}
    </div>
  );
}

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
        Odustani
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
