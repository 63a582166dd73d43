import { CalendarDays } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { addDays, isWallDate, type WallDate, wallDateOf } from '#domain/wall-clock.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { Loading, Skeleton } from '../page.tsx';
import { DeviceField, useDevicePicker } from './device-picker.tsx';
import { type Reading, TypedField, type TypedProps } from './typed-field.tsx';
import { dayTyped, isWholeDay } from './typed-values.ts';

const Month = lazy(() => import('./month.tsx'));

export interface DayFieldProps extends TypedProps {
  min?: WallDate | undefined;
  max?: WallDate | undefined;
}

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

function TypedDay(field: DayFieldProps) {
  const { value, min, max } = field;
  const skeleton = (
    <Loading className="grid h-80 w-77 place-items-center">
      <Skeleton className="w-40" />
    </Loading>
  );
  return (
    <TypedField
      field={field}
      reading={readingOf(field)}
      placeholder={FORMAT}
      icon={CalendarDays}
      picker="Kalendar"
    >
      {(set, close) => {
        const choose = (day: WallDate) => {
          set(day);
          close();
        };
        return (
          <Suspense fallback={skeleton}>
            <Month value={isWallDate(value) ? value : null} onChoose={choose} min={min} max={max} />
          </Suspense>
        );
      }}
    </TypedField>
  );
}

const FORMAT = 'dd/mm/gggg';

/** A field for a day. Users type day/month/year (25/03/2025) in any browser language, or pick the day from a calendar whose weeks start on Monday. */
export function DayField(props: DayFieldProps) {
  if (!useDevicePicker('date')) return <TypedDay {...props} />;
  return <DeviceField {...props} type="date" shown={shown(props.value)} placeholder={FORMAT} />;
}
