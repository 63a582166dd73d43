import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

/** The control's own writing, in the browser's language, is never seen. */
const UNSEEN = '[-webkit-text-fill-color:transparent] [&::-webkit-datetime-edit]:opacity-0';
/** The browser's own little icon, over the whole control. */
const PICKER =
  '[&::-webkit-calendar-picker-indicator]:absolute [&::-webkit-calendar-picker-indicator]:inset-0 [&::-webkit-calendar-picker-indicator]:size-full [&::-webkit-calendar-picker-indicator]:opacity-0';

export type DeviceInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> & {
  type: 'date' | 'time';
  value: string;
  /** The value as the salon writes it. */
  shown: string;
  onChange: (value: string) => void;
};

/**
 * The device's own wheel or month, for fingers: pressed, not typed into. What it holds stands over it as the salon writes it, also
 * where nothing above could tell that the control itself would write a.m. and p.m.
 */
export function DeviceInput({ value, shown, placeholder, onChange, ...input }: DeviceInputProps) {
  return (
    <div className="relative">
      <input
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx('control relative appearance-none tabular-nums', PICKER, UNSEEN)}
      />
      <span
        aria-hidden="true"
        className={cx(
          'pointer-events-none absolute inset-y-0 left-[15px] grid items-center tabular-nums',
          value === '' && 'text-soft',
        )}
      >
        {shown || placeholder}
      </span>
    </div>
  );
}
