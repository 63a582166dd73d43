import type { ComponentProps } from 'react';
import { useHasFinger } from '../browser.ts';
import { cx } from '../cx.ts';

export type Kind = 'date' | 'time';

const SAMPLE = new Date(2026, 10, 30, 17, 0);
const DAY_FIRST = /^day[./]\s?month[./]\s?year\.?$/;

/** Does that language write days and times in the salon's order: day, month, year, and 24 hours? */
export function writesAsSalon(kind: Kind, locale: string): boolean {
  if (kind === 'time') {
    const { hourCycle } = new Intl.DateTimeFormat(locale, { hour: 'numeric' }).resolvedOptions();
    return hourCycle === 'h23';
  }
  const parts = new Intl.DateTimeFormat(locale, {
    day: '2-digit',
    month: '2-digit',
    year: 'numeric',
  }).formatToParts(SAMPLE);
  return DAY_FIRST.test(parts.map(({ type, value }) => (type === 'literal' ? value : type)).join(''));
}

/**
 * May the device's own picker be used? Only for fingers, and only where it shows what the salon would write. A browser's own
 * control follows the language of its menus (the default of `Intl`) in Chrome and Firefox, the region of the device in Safari,
 * and neither need be the language it asks pages for: all that is known must agree.
 */
export const mayUseDevicePicker = (kind: Kind, isCoarse: boolean, locales: readonly string[]): boolean =>
  isCoarse && locales.every((locale) => writesAsSalon(kind, locale));

export function useDevicePicker(kind: Kind): boolean {
  const hasFinger = useHasFinger();
  if (!hasFinger) return false;
  const own = new Intl.DateTimeFormat().resolvedOptions().locale;
  return mayUseDevicePicker(kind, hasFinger, [navigator.language, own]);
}

/** The control's own writing, in the browser's language, is never seen. */
const UNSEEN = '[-webkit-text-fill-color:transparent] [&::-webkit-datetime-edit]:opacity-0';
/** The browser's own little icon, over the whole control. */
const PICKER =
  '[&::-webkit-calendar-picker-indicator]:absolute [&::-webkit-calendar-picker-indicator]:inset-0 [&::-webkit-calendar-picker-indicator]:size-full [&::-webkit-calendar-picker-indicator]:opacity-0';

type DeviceInputProps = Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'className'> & {
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
