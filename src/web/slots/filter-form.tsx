import { useRef, useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import { APPOINTMENT_STATUSES, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { PHONE_CHARACTERS_REFUSED } from '#domain/clients/is-phone.ts';
import { CLIENT_SEARCH_DEBOUNCE_MS, PHONE_MAX_CHARACTERS, PHONE_PATTERN } from '#domain/limits.ts';
import { isWallDate } from '#domain/wall-clock.ts';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/date-time/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { ListFilter } from './filter.ts';

const STATUSES: readonly { value: ListFilter['status']; label: string }[] = [
  { value: '', label: 'Svi statusi' },
  ...APPOINTMENT_STATUSES.map((status) => ({ value: status, label: STATUS_LABELS[status] })),
];

export interface FilterFormProps {
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
export function FilterForm({ filter, onChange, onToday }: FilterFormProps) {
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
