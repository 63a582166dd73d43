import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { APPOINTMENT_STATUSES, isUnbooked, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import { NOTES_MAX_CHARACTERS, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { longServiceHint } from '#domain/wording/booked-services.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { ServiceField } from '../../booking/service-select.tsx';
import { ServiceLines } from '../../lib/appointment/service-lines.tsx';
import { StatusChip, StatusDot } from '../../lib/appointment/status-chip.tsx';
import { ValueRow } from '../../lib/appointment/value-row.tsx';
import { paths } from '../../lib/routing/paths.ts';
import { useTechnicians } from '../../technicians/technicians.tsx';
import { Button } from '../../ui/button.tsx';
import { TextAreaField, TextField } from '../../ui/field.tsx';
import { Loading, Skeleton } from '../../ui/page.tsx';
import { emailLink } from '../../ui/phone-links.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import type { AppointmentFormState, EditProps } from './use-appointment-form.ts';
import { pricesTyped, type RowName, withPriceText } from './values.ts';
import { TakenNotice, TechnicianField, WhenFields, WhenValue } from './when.tsx';

interface RowProps {
  label: string;
  value: ReactNode;
  /** The form, and the name of the row that the button opens. Without them the row has no button and stays read-only. */
  opens?: (EditProps & { name: RowName }) | false | undefined;
  /** Whether the row is open from the start. */
  isOpen?: boolean | undefined;
  action?: 'Izmeni' | 'Dodaj';
  children?: ReactNode;
}

/** A row of the form: the label with the value and 'Izmeni', or with the open fields. */
export function Row({ label, value, opens = false, action = 'Izmeni', children, ...props }: RowProps) {
  const isOpen = opens && (props.isOpen || opens.edit.isOpen(opens.name));
  const isAsked = opens && opens.edit.asked === opens.name;
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!isAsked) return;
    place.current?.querySelector<HTMLElement>('input, select, textarea')?.focus();
    place.current?.scrollIntoView({ block: 'nearest' });
  }, [isAsked]);
  const button = opens && !isOpen && (
    <Button
      variant="text"
      isSmall
      onClick={() => opens.edit.open(opens.name)}
      className="-my-2.5 -mr-3 shrink-0"
    >
      <span>
        {action}
        <span className="sr-only"> {label}</span>
      </span>
    </Button>
  );
  return (
    <ValueRow ref={place} label={label} isOpen={isOpen} button={button}>
      {isOpen ? children : value}
    </ValueRow>
  );
}

export const EMPTY_PRICE_LIST = (
  <>
    Cenovnik je prazan.{' '}
    <Link to={`${paths.adminServices}?tab=dodaj`} className="text-link-inline">
      Dodaj uslugu
    </Link>
  </>
);

export function shownLines({ values, known, row, base }: AppointmentFormState) {
  const isOwn = row !== null && values.service_ids === base.service_ids;
  const lines = isOwn ? row.services : known.linesOf(serviceIdsIn(values.service_ids));
  const prices = pricesTyped(values.service_price);
  return prices.length === lines.length
    ? lines.map((line, n) => ({ ...line, price: prices[n] ?? null }))
    : lines;
}

/** A field for the price of each service. Only bookings have a price. */
export function PriceFields({ edit }: EditProps) {
  const { values } = edit;
  const price = edit.field('service_price');
  const lines = shownLines(edit);
  const isSeveral = lines.length > 1;
  return price.value
    .split(';')
    .map((text, n) => (
      <TextField
        key={lines[n]?.name ?? ''}
        {...price}
        value={text}
        onChange={(typed) => price.onChange(withPriceText(price.value, n, typed))}
        error={pricesTyped(price.value)[n] === undefined ? price.error : null}
        label={isSeveral ? `Cena (din), ${lines[n]?.name}` : 'Cena (din)'}
        inputMode="decimal"
        autoComplete="off"
        disabled={values.status !== 'BOOKED' || (isSeveral && values.service_ids === '')}
        inputClassName="tabular-nums max-w-40"
      />
    ));
}

/** The fields for services and price; read-only in a canceled appointment. */
function ServiceFields({ edit }: EditProps) {
  const { values, times, known, row } = edit;
  const isFixed = values.status === 'CANCELLED';
  const ids = serviceIdsIn(values.service_ids);
  const isSeveral = shownLines(edit).length > 1;
  const hint = values.when !== 'free' && times && longServiceHint(known.minutesOf(ids), times, ids.length);
  return (
    <div className="grid grid-cols-1 gap-3">
      <ServiceField
        {...edit.field('service_ids')}
        onChange={(service_ids) =>
          isSeveral ? edit.change({ service_ids, service_price: undefined }) : edit.fill({ service_ids })
        }
        own={row}
        hint={hint || (known.services.data?.length === 0 && EMPTY_PRICE_LIST)}
        disabled={isFixed}
        isForSeveral={!isFixed}
      />
      <PriceFields edit={edit} />
    </div>
  );
}

function ServiceValue({ edit }: EditProps) {
  const { values, known } = edit;
  const lines = shownLines(edit);
  const names = namesOf(lines);
  const price = pricesTyped(values.service_price)[0] ?? null;
  const minutes = known.minutesOf(serviceIdsIn(values.service_ids));
  const facts = [minutes !== null && durationText(minutes), (names ?? price) && priceText(price)];
  const isUsual =
    edit.typed.service_ids === undefined && known.usual !== '' && values.service_ids === known.usual;
  return (
    <>
      {lines.length > 1 ? (
        <div className="wrap-normal">
          <ServiceLines lines={lines} />
        </div>
      ) : (
        <>
          <span className="block">{names ?? NO_SERVICE_LABEL}</span>{' '}
          <span className="block text-small text-soft empty:hidden">
            {facts.filter(Boolean).join(' · ')}
          </span>{' '}
        </>
      )}
      {isUsual && (
        <span className="block text-small text-soft">
          <span className="sr-only">Usluga, </span>kao prošli put
        </span>
      )}
    </>
  );
}

function ServicesRow({ edit }: EditProps) {
  const { isForming, known, values } = edit;
  const isLoading = isForming && (known.details.isLoading || !known.services.isFetched);
  const isChosen = known.usual !== '' && values.service_ids === known.usual;
  const skeleton = (
    <Loading>
      <Skeleton className="w-32" />
      <Skeleton className="mt-3 w-24" />
    </Loading>
  );
  return (
    <Row
      label="Usluge"
      value={isLoading ? skeleton : <ServiceValue edit={edit} />}
      opens={!isLoading && { edit, name: 'services' }}
      isOpen={isForming && !isChosen}
    >
      <ServiceFields edit={edit} />
    </Row>
  );
}

/** The form's row for the technician, in a salon with several technicians. It is open at first when the appointment is new. */
export function TechnicianRow({ edit }: EditProps) {
  const technicians = useTechnicians();
  const { technician_id, when } = edit.values;
  if (technicians.length === 0) return null;
  const chosen = technicians.find(({ id }) => String(id) === technician_id);
  return (
    <Row
      label="Radnica"
      value={chosen?.name ?? edit.row?.technician_name}
      opens={when !== 'given' && { edit, name: 'technician' }}
      isOpen={edit.isNew}
    >
      <TechnicianField edit={edit} />
    </Row>
  );
}

const STATUSES = APPOINTMENT_STATUSES.map((value) => ({ value, label: STATUS_LABELS[value] }));
const STATUSES_OF_NEW = STATUSES.filter(({ value }) => value !== 'CANCELLED');

export function StatusRow({ edit }: EditProps) {
  const { values, base } = edit;
  const isFreed = isUnbooked(values.status) && !isUnbooked(base.status);
  return (
    <Row
      label="Status"
      value={<StatusChip status={values.status} />}
      opens={values.when !== 'given' && { edit, name: 'status' }}
    >
      <div className="grid grid-cols-1 gap-3">
        <SelectField
          {...edit.field('status')}
          label="Status"
          options={edit.isNew ? STATUSES_OF_NEW : STATUSES}
          before={<StatusDot status={values.status} />}
          hint={isFreed && 'Klijentkinja ili gošća, usluga i napomena uklanjaju se sa termina.'}
        />
        {values.status === 'CANCELLED' && (
          <TextAreaField
            {...edit.field('cancel_reason')}
            label="Razlog otkazivanja"
            maxCharacters={REASON_MAX_CHARACTERS}
          />
        )}
      </div>
    </Row>
  );
}

/** Whether the note comes from the free slot that the booking takes, and not from the owner's typing. */
const isOfSlot = ({ isForming, typed, values: { notes, status } }: AppointmentFormState): boolean =>
  isForming && status === 'BOOKED' && notes !== '' && typed.notes === undefined;

export const NotesField = ({ edit }: EditProps) => (
  <TextAreaField
    {...edit.field('notes')}
    label="Napomena"
    rows={2}
    hint={isOfSlot(edit) && 'Sa slobodnog termina. Klijentkinja vidi napomenu.'}
    maxCharacters={NOTES_MAX_CHARACTERS}
  />
);

function NotesRow({ edit }: EditProps) {
  const { notes } = edit.values;
  return (
    <Row
      label="Napomena"
      value={notes || <span className="text-soft">-</span>}
      opens={{ edit, name: 'notes' }}
      isOpen={isOfSlot(edit)}
      action={notes ? 'Izmeni' : 'Dodaj'}
    >
      <NotesField edit={edit} />
    </Row>
  );
}

const SPACE = '\u00a0';

interface RowsProps extends EditProps {
  /** A row after the services. */
  work?: ReactNode;
  children?: ReactNode;
}

/** The rows of the appointment form: services (not for an existing slot), technician, time, status, notes. */
export function Rows({ edit, work, children }: RowsProps) {
  const { row, values, isNew } = edit;
  const isGiven = values.when === 'given';
  return (
    <dl className="mt-4 divide-y divide-line border-y border-line">
      {(isNew || !isUnbooked(values.status) || edit.isOpen('services')) && <ServicesRow edit={edit} />}
      {work}
      <TechnicianRow edit={edit} />
      <Row
        label="Kada"
        value={
          <>
            <WhenValue edit={edit} />
            {isGiven && <TakenNotice edit={edit} />}
          </>
        }
        opens={!isGiven && { edit, name: 'when' }}
        isOpen={isNew}
      >
        <WhenFields edit={edit} />
      </Row>
      <StatusRow edit={edit} />
      {children}
      <NotesRow edit={edit} />
      {row?.cancel_reason && !edit.isOpen('status') && (
        <Row label="Razlog otkazivanja" value={`„${row.cancel_reason}“`} />
      )}
      {row?.cancelled_at && (
        <Row label="Otkazano" value={displayDateTime(row.cancelled_at).replace(' ', SPACE)} />
      )}
      {row?.client_email && (
        <Row
          label="Email"
          value={
            <a href={emailLink(row.client_email)} className="text-link-inline">
              {row.client_email}
            </a>
          }
        />
      )}
    </dl>
  );
}
