import { Popover } from '@base-ui/react/popover';
import { CalendarDays } from 'lucide-react';
import { lazy, Suspense, useRef, useState } from 'react';
import { isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { Field, type FieldTexts } from './field.tsx';
import { Loading, Skeleton } from './screen-states.tsx';
import { FormattedValue } from './select-field.tsx';

const DayPicker = lazy(() => import('./date-picker.tsx'));

export type DayFieldProps = Omit<FieldTexts, 'aside'> & {
  name?: string;
  /** 'YYYY-MM-DD', '' while it is not a whole day. */
  value: string;
  onChange: (value: string) => void;
  min?: WallDate | undefined;
  max?: WallDate | undefined;
  required?: boolean;
};

type PickerProps = Pick<DayFieldProps, 'value' | 'onChange' | 'min' | 'max'> & { label: string };

/** The month to choose from, Monday first. Only where a mouse is: fingers have the device's own. */
function MonthPopover({ label, value, onChange, min, max }: PickerProps) {
  const place = useRef<HTMLSpanElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const choose = (day: WallDate) => {
    onChange(day);
    setIsOpen(false);
  };
  return (
    <span ref={place} className="pointer-coarse:hidden">
      <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
        <Popover.Trigger
          aria-label="Kalendar"
          aria-description={label}
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
        >
          <CalendarDays aria-hidden="true" size={20} strokeWidth={1.75} />
        </Popover.Trigger>
        <Popover.Portal container={place}>
          <Popover.Positioner positionMethod="fixed" align="end" sideOffset={6} className="z-30">
            <Popover.Popup
              aria-label={label}
              className="rounded-card border border-line bg-card p-3 shadow-float animate-appear"
            >
              <Suspense
                fallback={
                  <Loading className="grid h-80 w-77 place-items-center">
                    <Skeleton className="w-40" />
                  </Loading>
                }
              >
                <DayPicker value={isWallDate(value) ? value : null} onChoose={choose} min={min} max={max} />
              </Suspense>
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </span>
  );
}

/** A day: typed, from the device's own picker, or from a month with Monday first. Shown as 05/03/2025. */
export function DayField({
  label,
  hint,
  error,
  className,
  value,
  onChange,
  min,
  max,
  ...input
}: DayFieldProps) {
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => (
        <FormattedValue
          {...input}
          {...wiring}
          type="date"
          value={value}
          shown={isWallDate(value) ? displayDate(value) : ''}
          onChange={onChange}
          min={min}
          max={max}
          after={<MonthPopover label={label} value={value} onChange={onChange} min={min} max={max} />}
        />
      )}
    </Field>
  );
}
