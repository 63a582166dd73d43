import type { ComponentProps, ReactNode } from 'react';
import { cx } from '../cx.ts';

/** The control's own writing of its value is unseen while it is not being edited. */
const UNSEEN = 'not-focus:[-webkit-text-fill-color:transparent]';
/** The browser's own little icon, for fingers: over the whole control. */
const PICKER =
  'pointer-coarse:[&::-webkit-calendar-picker-indicator]:absolute pointer-coarse:[&::-webkit-calendar-picker-indicator]:inset-0 pointer-coarse:[&::-webkit-calendar-picker-indicator]:size-full pointer-coarse:[&::-webkit-calendar-picker-indicator]:opacity-0';
/** Where a mouse has a button of ours in its place. */
const NO_PICKER = 'pointer-fine:[&::-webkit-calendar-picker-indicator]:hidden';

export type ShownAsProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> & {
  type: 'date' | 'time';
  value: string;
  /** The value as the salon writes it. */
  shown: string;
  onChange: (value: string) => void;
  /** Something at its right end. */
  after?: ReactNode;
};

/**
 * The browser's own date or time control, read as the salon writes dates and times: browsers write them in the order of
 * their own language, in which 03/05 may be another day. While it is edited it is the browser's.
 */
export function ShownAs({ value, shown, onChange, after, ...input }: ShownAsProps) {
  return (
    <div className="group/shown relative">
      <input
        {...input}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        className={cx(
          'control relative appearance-none tabular-nums',
          PICKER,
          after !== undefined && NO_PICKER,
          value !== '' && UNSEEN,
        )}
      />
      {value && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 left-[15px] grid items-center tabular-nums group-has-[input:focus]/shown:hidden"
        >
          {shown}
        </span>
      )}
      {after}
    </div>
  );
}
