import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

/** The control's own writing of its value is unseen while it is not being edited. */
const UNSEEN = 'not-focus:[-webkit-text-fill-color:transparent]';
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

/** The device's own wheel or month, for fingers, read as the salon writes dates and times; its own writing has spaces. */
export function DeviceInput({ value, shown, onChange, ...input }: DeviceInputProps) {
  return (
    <div className="group/shown relative">
      <input
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx('control relative appearance-none tabular-nums', PICKER, value !== '' && UNSEEN)}
      />
      {value && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-[15px] grid items-center tabular-nums group-has-[input:focus]/shown:hidden"
        >
          {shown}
        </span>
      )}
    </div>
  );
}
