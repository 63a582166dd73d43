import { CalendarDays } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { addDays, isWallDate, type WallDate, wallDateOf } from '#domain/wall-clock.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { Field, type FieldTexts } from '../field.tsx';
import { Loading, Skeleton } from '../screen-states.tsx';
import { DeviceInput, useDevicePicker } from './device-picker.tsx';
import { PickerButton } from './picker-button.tsx';
import type { Reading } from './typed-field.tsx';
import { TypedField } from './typed-field.tsx';
import { dayTyped, isWholeDay } from './typed-values.ts';

const Month = lazy(() => import('./month.tsx'));

export type DayFieldProps = Omit<FieldTexts, 'aside'> & {
  name?: string;
  /** The day as 'YYYY-MM-DD'; '' while the typed day is incomplete. */
  value: string;
  onChange: (value: string) => void;
  min?: WallDate | undefined;
  max?: WallDate | undefined;
  required?: boolean;
};

const shown = (value: string): string => (isWallDate(value) ? displayDate(value) : '');

const deviceDay = (): WallDate => {
  const now = new Date();
  return wallDateOf(now.getFullYear(), now.getMonth() + 1, now.getDate());
};

const readingOf = ({ value, min, max }: DayFieldProps): Reading => {
  const refusal = (day: string) => {
    if (day === '') return null;
    if (min !== undefined && day < min) return `Najraniji datum je ${displayDate(min)}.`;
    return max !== undefined && day > max ? `Najkasniji datum je ${displayDate(max)}.` : null;
  };
  return {
    read: (text) => dayTyped(text, isWallDate(value) ? value : deviceDay()),
    isWhole: isWholeDay,
    show: shown,
    step: (day, by) => {
      const next = isWallDate(day) ? addDays(day, by) : '';
      return next === '' || refusal(next) ? null : next;
    },
    refusal,
    sentence: 'Unesite datum kao 05/03/2025.',
  };
};

function MonthButton({ field, isOpen, onOpenChange, onChoose }: MonthButtonProps) {
  const { label, value, min, max } = field;
  return (
    <PickerButton
      icon={CalendarDays}
      name="Kalendar"
      label={label}
      isOpen={isOpen}
      onOpenChange={onOpenChange}
    >
      <Suspense
        fallback={
          <Loading className="grid h-80 w-77 place-items-center">
            <Skeleton className="w-40" />
          </Loading>
        }
      >
        <Month value={isWallDate(value) ? value : null} onChoose={onChoose} min={min} max={max} />
      </Suspense>
    </PickerButton>
  );
}

interface MonthButtonProps {
  field: DayFieldProps;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  onChoose: (day: WallDate) => void;
}

function TypedDay(field: DayFieldProps) {
  return (
    <TypedField
      field={field}
      reading={readingOf(field)}
      placeholder="dd/mm/gggg"
      picker={({ set, onOpenChange, ...picker }) => (
        <MonthButton
          {...picker}
          field={field}
          onOpenChange={onOpenChange}
          onChoose={(day) => {
            set(day);
            onOpenChange(false);
          }}
        />
      )}
    />
  );
}

function DeviceDay({ label, hint, error, className, ...input }: DayFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <DeviceInput {...input} {...wiring} type="date" shown={shown(input.value)} placeholder="dd/mm/gggg" />
      )}
    </Field>
  );
}

/** A field for a day. Users type 05/03/2025 in any browser language, or pick the day from a month that starts on Monday. */
export function DayField(props: DayFieldProps) {
  const Day = useDevicePicker('date') ? DeviceDay : TypedDay;
  return <Day {...props} />;
}
