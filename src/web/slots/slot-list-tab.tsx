import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Appointment, ListedAppointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import {
  APPOINTMENT_STATUSES,
  type AppointmentStatus,
  isUnbooked,
  STATUS_LABELS,
} from '#domain/appointments/appointments.ts';
import { PHONE_CHARACTERS_REFUSED } from '#domain/clients/is-phone.ts';
import { toId } from '#domain/ids.ts';
import {
  ADMIN_LIST_DAYS_AHEAD,
  ADMIN_LIST_DAYS_BACK,
  CLIENT_SEARCH_DEBOUNCE_MS,
  PHONE_MAX_CHARACTERS,
  PHONE_PATTERN,
} from '#domain/limits.ts';
import { addDays, dateOf, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { listPagesQuery } from '../lib/queries/admin-queries.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { AppointmentRows } from '../salon-appointments/appointment-rows.tsx';
import { TechnicianChips, useTechnicians } from '../technicians/technicians.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { Checkbox, type ToggleProps } from '../ui/checkbox.tsx';
import { DayField } from '../ui/date-time/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { BulkBar, BulkResult, type Outcome } from './bulk-bar.tsx';

const STATUSES: readonly { value: AppointmentStatus | ''; label: string }[] = [
  { value: '', label: 'Svi statusi' },
  ...APPOINTMENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
];

interface FilterFormProps {
  filter: ListFilter;
  onChange: (change: FilterChange) => void;
  /** Scrolls the list to today's rows; null if the list starts with today. */
  onToday: (() => void) | null;
}

/** The phone filter. Only this component renders on each key press; the list is filtered when the user stops typing. */
function PhoneFilter({ filter, onChange }: Pick<FilterFormProps, 'filter' | 'onChange'>) {
  const [typed, setTyped] = useState(filter.phone ?? '');
  const timer = useRef<number>(undefined);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    const search = () => PHONE_PATTERN.test(text.trim()) && onChange({ phone: text.trim() });
    timer.current = window.setTimeout(search, CLIENT_SEARCH_DEBOUNCE_MS);
  };
  return (
    <TextField
      label="Telefon"
      type="tel"
      autoComplete="off"
      value={typed}
      onChange={type}
      maxLength={PHONE_MAX_CHARACTERS}
      error={PHONE_PATTERN.test(typed) ? null : PHONE_CHARACTERS_REFUSED}
      className="max-md:col-span-full"
    />
  );
}

function FilterForm({ filter, onChange, onToday }: FilterFormProps) {
  const isReversed = filter.to < filter.from;
  const change = (name: 'from' | 'to') => (date: string) => {
    if (isWallDate(date)) onChange({ [name]: date });
  };
  return (
    <div className="mb-6 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9.5rem),1fr))] gap-x-4 gap-y-3">
      <DayField label="Od" value={filter.from} onChange={change('from')} />
      <DayField
        label="Do"
        value={filter.to}
        onChange={change('to')}
        error={isReversed ? textOfError('range_reversed') : null}
      />
      <SelectField
        label="Status"
        value={filter.status ?? ''}
        onChange={(status) => onChange({ status })}
        options={STATUSES}
        className={onToday ? undefined : 'max-md:col-span-full'}
      />
      {onToday && (
        <Button
          variant="quiet"
          onClick={onToday}
          className="self-end md:mt-[calc(1.25rem+6px)] md:self-start"
        >
          Danas
        </Button>
      )}
      <PhoneFilter filter={filter} onChange={onChange} />
      <TechnicianChips
        technicians={useTechnicians()}
        chosen={filter.technician_id ? toId(Number(filter.technician_id)) : null}
        onChoose={(id) => onChange({ technician_id: String(id ?? '') })}
        className="col-span-full"
      />
      {(filter.without_service || filter.same_address) && (
        <p className="col-span-full flex flex-wrap items-center gap-x-4 gap-y-1">
          {filter.without_service
            ? 'Prikazani su samo termini bez usluge.'
            : 'Prikazani su termini zakazani sa iste adrese.'}
          <Button variant="quiet" isSmall onClick={() => onChange({ without_service: '', same_address: '' })}>
            Prikaži sve
          </Button>
        </p>
      )}
    </div>
  );
}

/** A checkbox with a target of 44 px; it has no visible label. */
function ChooseBox({ label, isOn, onChange }: ToggleProps) {
  return (
    <label className="relative z-1 grid size-11 shrink-0 cursor-pointer place-items-center rounded-card hover:bg-blush">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}

const isChoosable = ({ status }: Appointment): boolean => status !== 'CANCELLED';

/** The selected appointments. Deselects an appointment when it is booked, canceled or removed from the list. */
function useChosen(rows: readonly Appointment[]) {
  // stores whether each row was unbooked when it was selected: a row that has been booked since is no longer selected
  const [ids, setIds] = useState<ReadonlyMap<number, boolean>>(new Map());
  const has = (row: Appointment) => ids.get(row.id) === isUnbooked(row.status) && isChoosable(row);
  const choose = (some: readonly Appointment[], isOn: boolean) => {
    const next = new Map(ids);
    for (const row of some.filter(isChoosable)) {
      if (isOn) next.set(row.id, isUnbooked(row.status));
      else next.delete(row.id);
    }
    setIds(next);
  };
  return { slots: rows.filter(has), has, choose, clear: () => setIds(new Map()) };
}

type Chosen = ReturnType<typeof useChosen>;

const dayHeadingId = (date: WallDate): string => `dan-${date}`;

interface DayGroupProps {
  date: WallDate;
  today: WallDate;
  slots: readonly ListedAppointment[];
  chosen: Chosen;
  setOpenId: (id: number) => void;
  setFilter: (change: FilterChange) => void;
}

function DayGroup({ date, today, slots, chosen, setOpenId, setFilter }: DayGroupProps) {
  const choosable = slots.filter(({ status }) => isUnbooked(status));
  const heading = dayHeadingId(date);
  const name = dayInWords(date, today);
  return (
    <section aria-labelledby={heading}>
      <div className="mb-2 flex min-h-11 flex-wrap items-center gap-x-2">
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
              isOn={choosable.every(chosen.has)}
              onChange={(isOn) => chosen.choose(choosable, isOn)}
            />
          </span>
        )}
      </div>
      <AppointmentRows
        appointments={slots}
        onOpen={({ id }) => setOpenId(id)}
        hasAllStatuses
        showsPhone
        under={({ id, same_address = 0 }) =>
          same_address > 0 && (
            <button
              type="button"
              onClick={() => setFilter({ same_address: String(id) })}
              className="text-link-inline relative z-1 flex min-h-11 items-center text-small"
            >
              ista adresa (još {formatNumber(same_address)})
            </button>
          )
        }
        isChosen={chosen.has}
        choice={(slot) =>
          isChoosable(slot) && (
            <ChooseBox
              label={`Izaberi ${timeRange(slot.start_datetime, slot.end_datetime)}`}
              isOn={chosen.has(slot)}
              onChange={(isOn) => chosen.choose([slot], isOn)}
            />
          )
        }
      />
    </section>
  );
}

/** The number of rows in words: 'Prikazano 100 od 3.200.', for a complete list only 'Prikazano: 100 termina.'. */
const shownText = (shown: number, total: number): string =>
  shown < total
    ? `Prikazano ${formatNumber(shown)} od ${formatNumber(total)}.`
    : `Prikazano: ${counted(shown, APPOINTMENTS)}.`;

const goTo = (date: WallDate): void => {
  const heading = document.getElementById(dayHeadingId(date));
  heading?.scrollIntoView({ block: 'start' });
  heading?.focus({ preventScroll: true });
};

/** Whether the list is filtered by the status BOOKED, a phone or an IP network. The owner may want to cancel all bookings of such a list. */
const isNarrowed = ({ status, phone, same_address }: ListFilter): boolean =>
  status === 'BOOKED' || Boolean(phone ?? same_address);

/** A checkbox that selects all bookings of a filtered list, such as those of one person. */
function ChooseBooked({ rows, chosen }: { rows: readonly ListedAppointment[]; chosen: Chosen }) {
  const booked = rows.filter(({ status }) => status === 'BOOKED');
  if (booked.length === 0) return null;
  return (
    <Checkbox
      label={`Izaberi sve rezervisane (${formatNumber(booked.length)})`}
      isOn={booked.every(chosen.has)}
      onChange={(isOn) => chosen.choose(booked, isOn)}
      className="justify-self-start"
    />
  );
}

/** The appointments of a period, by day. Selected slots can be blocked, unblocked or deleted together, selected bookings canceled. */
export function SlotListTab({ today }: { today: WallDate }) {
  const [filter, setFilter] = useListFilter(today);
  const list = useInfiniteQuery(listPagesQuery(filter));
  const chosen = useChosen(list.data?.rows ?? []);
  const [openId, setOpenId] = useState<number | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const days = Map.groupBy(list.data?.rows ?? [], (row) => dateOf(row.start_datetime));
  const dates = [...days.keys()];
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
        <Loaded query={list} fallback="Greška pri učitavanju termina." skeleton={<ListSkeleton rows={6} />}>
          {({ rows, total }) =>
            rows.length === 0 ? (
              <EmptyState
                title={`Nema termina${filter.without_service ? ' bez usluge' : ''} u ovom periodu.`}
                isCard
              >
                {!filter.without_service && (
                  <p className="text-soft">Promenite period ili status, ili dodajte termine.</p>
                )}
              </EmptyState>
            ) : (
              <div
                aria-busy={list.isPlaceholderData || undefined}
                className="grid grid-cols-1 gap-6 aria-busy:opacity-60"
              >
                {isNarrowed(filter) && <ChooseBooked rows={rows} chosen={chosen} />}
                {[...days].map(([date, slots]) => (
                  <DayGroup key={date} {...{ date, today, slots, chosen, setOpenId, setFilter }} />
                ))}
                <p className="text-small text-soft">{shownText(rows.length, total)}</p>
                <LoadMore query={list} isBlock={false} className="justify-self-start" />
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

/** The filter of the list, from the page's URL. The default is all statuses, from 7 days ago to 30 days ahead. `same_address`: the id of an appointment. docs/spec/product.md §9.2 */
export function filterOf(address: URLSearchParams, today: WallDate) {
  const { from, to, status, phone, technician_id, same_address, without_service } = Object.fromEntries(
    address,
  ) as Partial<Record<string, string>>;
  const known = APPOINTMENT_STATUSES.find((one) => one === status);
  return {
    from: from && isWallDate(from) ? from : addDays(today, -ADMIN_LIST_DAYS_BACK),
    to: to && isWallDate(to) ? to : addDays(today, ADMIN_LIST_DAYS_AHEAD),
    ...(known && { status: known }),
    ...(phone && { phone }),
    ...(Number(technician_id) && technician_id && { technician_id }),
    ...(Number(same_address) && same_address && { same_address }),
    ...(without_service === '1' && { without_service: '1' as const }),
  };
}

type ListFilter = ReturnType<typeof filterOf>;

/** The fields of the filter to change, with their new values; '' clears a field. */
type FilterChange = Partial<Record<keyof ListFilter, string>>;

function useListFilter(today: WallDate): [ListFilter, (change: FilterChange) => void] {
  const [address, setAddress] = useSearchParams();
  const change = (changed: FilterChange) => {
    const next = new URLSearchParams(address);
    for (const [name, value] of Object.entries(changed)) {
      if (value) next.set(name, value);
      else next.delete(name);
    }
    setAddress(next, { replace: true });
  };
  return [filterOf(address, today), change];
}
