import { textOfError } from '#contract/page-errors.ts';
import { APPOINTMENT_STATUSES, STATUS_LABELS } from '#domain/appointments.ts';
import { isWallDate } from '#domain/wall-clock.ts';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/date-field.tsx';
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

/** Od, Do, Status: the list follows at once. */
export function FilterForm({ filter, onChange, onToday }: FilterFormProps) {
  const isReversed = filter.to < filter.from;
  const change = (name: 'from' | 'to') => (date: string) => {
    if (isWallDate(date)) onChange({ ...filter, [name]: date });
  };
  return (
    <div className="mb-6 grid grid-cols-2 gap-x-4 gap-y-3 md:grid-cols-[12rem_12rem_12rem_auto] md:justify-start">
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
        className={onToday ? undefined : 'col-span-2 md:col-span-1'}
      />
      {onToday && (
        <Button variant="quiet" onClick={onToday} className="mt-6.5">
          Danas
        </Button>
      )}
    </div>
  );
}
