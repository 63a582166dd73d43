import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ListedAppointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import { APPOINTMENT_STATUSES, isUnbooked, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { PHONE_CHARACTERS_REFUSED } from '#domain/clients/is-phone.ts';
import { CLIENT_SEARCH_DEBOUNCE_MS, PHONE_MAX_CHARACTERS, PHONE_PATTERN } from '#domain/limits.ts';
import { dateOf, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { guestNote, NO_SERVICE_LABEL, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { APPOINTMENTS, counted, formatNumber } from '#domain/wording/numbers.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { StatusChip } from '../appointments/status-chip.tsx';
import { useNow } from '../lib/clock/clock.ts';
import { listQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useHasRoomForTable } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { DayField } from '../ui/date-time/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { PhoneNumber } from '../ui/phone-number.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { BulkResult, type Outcome } from './bulk-result.tsx';
import { type ListFilter, listQueryOf, useListFilter } from './filter.ts';
import { SameAddress } from './same-address.tsx';
import { ChooseBox, type Chosen, isChoosable, useChosen } from './selection.tsx';
import { SlotCards } from './slot-cards.tsx';

const STATUSES: readonly { value: ListFilter['status']; label: string }[] = [
  { value: '', label: 'Svi statusi' },
  ...APPOINTMENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
];

interface FilterFormProps {
  filter: ListFilter;
  onChange: (filter: ListFilter) => void;
  /** To today's place in the list; null where it begins there. */
  onToday: (() => void) | null;
}

/** What is typed stands only here: the list follows once it stands still. */
function PhoneFilter({ phone, onChange }: { phone: string; onChange: (phone: string) => void }) {
  const [typed, setTyped] = useState(phone);
  const timer = useRef<number>(undefined);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onChange(text.trim()), CLIENT_SEARCH_DEBOUNCE_MS);
  };
  const isRefused = !PHONE_PATTERN.test(typed);
  return (
    <TextField
      label="Telefon"
      type="tel"
      autoComplete="off"
      value={typed}
      onChange={type}
      maxLength={PHONE_MAX_CHARACTERS}
      error={isRefused ? PHONE_CHARACTERS_REFUSED : null}
      className="max-md:col-span-full"
    />
  );
}

/** Od, Do, Status, Telefon: the list follows at once. */
function FilterForm({ filter, onChange, onToday }: FilterFormProps) {
  const isReversed = filter.to < filter.from;
  const change = (name: 'from' | 'to') => (date: string) => {
    if (isWallDate(date)) onChange({ ...filter, [name]: date });
  };
  return (
    <div className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-3 lg:grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),12rem))]">
      <DayField label="Od" value={filter.from} onChange={change('from')} />
      <DayField
        label="Do"
        value={filter.to}
        onChange={change('to')}
        error={isReversed ? textOfError('range_reversed') : null}
      />
      <SelectField
        label="Status"
        value={filter.status}
        onChange={(status) => onChange({ ...filter, status })}
        options={STATUSES}
        className={onToday ? undefined : 'max-md:col-span-full'}
      />
      {onToday && (
        <Button variant="quiet" onClick={onToday} className="mt-[calc(1.25rem+6px)]">
          Danas
        </Button>
      )}
      <PhoneFilter
        phone={filter.phone}
        onChange={(phone) => {
          if (PHONE_PATTERN.test(phone)) onChange({ ...filter, phone });
        }}
      />
      {filter.isWithoutService && (
        <p className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-1">
          Prikazani su samo termini bez usluge.
          <Button variant="quiet" isSmall onClick={() => onChange({ ...filter, isWithoutService: false })}>
            Prikaži sve
          </Button>
        </p>
      )}
      {filter.sameAddress !== null && (
        <p className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-1">
          Prikazani su termini zakazani sa iste adrese.
          <Button variant="quiet" isSmall onClick={() => onChange({ ...filter, sameAddress: null })}>
            Prikaži sve
          </Button>
        </p>
      )}
    </div>
  );
}

interface SlotTableProps {
  slots: readonly ListedAppointment[];
  chosen: Chosen;
  onOpen: (id: number) => void;
  /** Shows only those that were booked from the same address as this one. */
  onSameAddress: (id: number) => void;
}

const COLUMNS = [
  { name: 'Izbor', width: 'w-14' },
  { name: 'Vreme', width: 'w-36' },
  { name: 'Status', width: 'w-34' },
  { name: 'Klijent', width: 'w-[24%]' },
  { name: 'Usluga', width: 'w-[21%]' },
  { name: 'Telefon', width: 'w-46' },
  { name: 'Napomena', width: '' },
] as const;

function Row({
  slot,
  chosen,
  onOpen,
  onSameAddress,
}: Omit<SlotTableProps, 'slots'> & { slot: ListedAppointment }) {
  const { id, start_datetime, end_datetime, status, notes } = slot;
  const hasPerson = status === 'BOOKED' || status === 'CANCELLED';
  const phone = phoneOf(slot);
  const when = timeRange(start_datetime, end_datetime);
  return (
    <tr
      data-appointment-id={id}
      className={cx('relative h-13 transition-colors hover:bg-blush', chosen.has(slot) && 'bg-blush')}
    >
      <td className="pl-1">
        {isChoosable(slot) && (
          <ChooseBox
            label={`Izaberi ${when}`}
            isOn={chosen.has(slot)}
            onChange={(isOn) => chosen.choose([slot], isOn)}
          />
        )}
      </td>
      <td>
        <button
          type="button"
          onClick={() => onOpen(id)}
          className="font-semibold whitespace-nowrap tabular-nums after:absolute after:inset-0 focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link"
        >
          {when}
        </button>
      </td>
      <td>
        <StatusChip status={status} />
      </td>
      <td className="py-2 pr-3 wrap-break-word">
        {hasPerson && (
          <span className={status === 'CANCELLED' ? 'text-soft line-through' : 'font-medium'}>
            {personOf(slot)}
          </span>
        )}
        {guestNote(slot) && <span className="block text-small text-soft">{guestNote(slot)}</span>}
        <SameAddress slot={slot} onChoose={onSameAddress} />
      </td>
      <td className="py-2 pr-3 wrap-break-word">{hasPerson && (slot.service_name ?? NO_SERVICE_LABEL)}</td>
      <td>{phone && <PhoneNumber phone={phone} of={personOf(slot)} className="relative z-1" />}</td>
      <td className="max-w-0 truncate pr-4 text-small text-soft">{notes}</td>
    </tr>
  );
}

/** A day's appointments as a table, for desktops. */
function SlotTable({ slots, ...rest }: SlotTableProps) {
  return (
    <div className="overflow-hidden rounded-card border border-line bg-card">
      <table className="w-full table-fixed text-left">
        <colgroup>
          {COLUMNS.map(({ name, width }) => (
            <col key={name} className={width} />
          ))}
        </colgroup>
        <thead className="sr-only">
          <tr>
            {COLUMNS.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {slots.map((slot) => (
            <Row key={slot.id} slot={slot} {...rest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The id of a day's heading in the list. */
const dayHeadingId = (date: WallDate): string => `dan-${date}`;

/** One day of the list: its name, how much there is, its appointments. */
function DayGroup({
  date,
  today,
  slots,
  chosen,
  ...rest
}: SlotTableProps & { date: WallDate; today: WallDate }) {
  const isWide = useHasRoomForTable();
  const choosable = slots.filter(({ status }) => isUnbooked(status));
  const isAll = choosable.length > 0 && choosable.every(chosen.has);
  const heading = dayHeadingId(date);
  const name = dayInWords(date, today);
  const Slots = isWide ? SlotTable : SlotCards;
  return (
    <section aria-labelledby={heading}>
      <div className="mb-2 flex min-h-11 items-center gap-2">
        <h2 id={heading} tabIndex={-1} className="scroll-mt-4 min-w-0 text-h3 first-letter:uppercase">
          {name}
        </h2>
        {date === today && <Chip>Danas</Chip>}
        <span className="ml-auto text-small whitespace-nowrap text-soft">
          {counted(slots.length, APPOINTMENTS)}
        </span>
        {choosable.length > 0 && (
          <span className="max-md:mr-1 md:order-first md:ml-1">
            <ChooseBox
              label={`Izaberi slobodne, ${name}`}
              isOn={isAll}
              onChange={(isOn) => chosen.choose(choosable, isOn)}
            />
          </span>
        )}
      </div>
      <Slots slots={slots} chosen={chosen} {...rest} />
    </section>
  );
}

const FALLBACK = 'Greška pri učitavanju termina.';

interface DayOfSlots {
  date: WallDate;
  slots: ListedAppointment[];
}

/** The list, which is in order of time, by its days. */
function byDay(rows: readonly ListedAppointment[]): DayOfSlots[] {
  const days: DayOfSlots[] = [];
  for (const row of rows) {
    const date = dateOf(row.start_datetime);
    const last = days.at(-1);
    if (last?.date === date) last.slots.push(row);
    else days.push({ date, slots: [row] });
  }
  return days;
}

/** 'Prikazano 100 od 3.200.'; of a list that is there whole its number alone. */
const shownText = (shown: number, total: number): string =>
  shown < total
    ? `Prikazano ${formatNumber(shown)} od ${formatNumber(total)}.`
    : `Prikazano: ${counted(shown, APPOINTMENTS)}.`;

const goTo = (date: WallDate): void => {
  const heading = document.getElementById(dayHeadingId(date));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
};

/** Is the list narrowed to what may all be meant? */
const isNarrowed = ({ status, phone, sameAddress }: ListFilter): boolean =>
  status === 'BOOKED' || phone !== '' || sameAddress !== null;

interface ChooseBookedProps {
  rows: readonly ListedAppointment[];
  chosen: Chosen;
  isNarrowed: boolean;
}

/** All bookings of a narrowed list at once, as when one person has booked them all. */
function ChooseBooked({ rows, chosen, isNarrowed }: ChooseBookedProps) {
  const booked = rows.filter(({ status }) => status === 'BOOKED');
  if (!isNarrowed || booked.length === 0) return null;
  return (
    <Checkbox
      label={`Izaberi sve rezervisane (${formatNumber(booked.length)})`}
      isOn={booked.every(chosen.has)}
      onChange={(isOn) => chosen.choose(booked, isOn)}
      className="justify-self-start"
    />
  );
}

function SlotList({ today }: { today: WallDate }) {
  const [filter, setFilter] = useListFilter(today);
  const list = useInfiniteQuery(listQueries.pages(listQueryOf(filter)));
  const chosen = useChosen(list.data?.rows ?? []);
  const [openId, setOpenId] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const dates = byDay(list.data?.rows ?? []).map(({ date }) => date);
  const ahead = dates.find((date) => date >= today);
  const hasPast = dates[0] !== ahead;
  const done = (result: Outcome) => {
    setOutcome(result);
    chosen.clear();
  };
  return (
    <>
      <FilterForm
        filter={filter}
        onChange={setFilter}
        onToday={hasPast && ahead ? () => goTo(ahead) : null}
      />
      {outcome && <BulkResult outcome={outcome} onClose={() => setOutcome(null)} />}
      {(list.data || filter.from <= filter.to) && (
        <Loaded query={list} fallback={FALLBACK} skeleton={<ListSkeleton rows={6} />}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <EmptyState
                title={
                  filter.isWithoutService
                    ? 'Nema termina bez usluge u ovom periodu.'
                    : 'Nema termina u ovom periodu.'
                }
                isCard
              >
                {!filter.isWithoutService && (
                  <p className="text-soft">Promenite period ili status, ili dodajte termine.</p>
                )}
              </EmptyState>
            ) : (
              <div
                aria-busy={list.isPlaceholderData || undefined}
                className="grid grid-cols-1 gap-6 aria-busy:opacity-60"
              >
                <ChooseBooked rows={rows} chosen={chosen} isNarrowed={isNarrowed(filter)} />
                {byDay(rows).map(({ date, slots }) => (
                  <DayGroup
                    key={date}
                    date={date}
                    today={today}
                    slots={slots}
                    chosen={chosen}
                    onOpen={setOpenId}
                    onSameAddress={(id) => setFilter({ ...filter, sameAddress: id })}
                  />
                ))}
                <p className="text-small text-soft">{shownText(rows.length, total)}</p>
                {list.hasNextPage && (
                  <Button
                    variant="quiet"
                    isBusy={list.isFetchingNextPage}
                    onClick={() => void list.fetchNextPage()}
                    className="justify-self-start"
                  >
                    Učitaj još
                  </Button>
                )}
              </div>
            )
          }
        </Loaded>
      )}
      {chosen.slots.length > 0 && <BulkBar slots={chosen.slots} onClear={chosen.clear} onDone={done} />}
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </>
  );
}

/** The appointments of a period, by day; several free ones can be blocked, unblocked or deleted at once, several bookings cancelled. */
export function SlotListTab() {
  const now = useNow();
  return now === null ? <ListSkeleton rows={6} /> : <SlotList today={dateOf(now)} />;
}
