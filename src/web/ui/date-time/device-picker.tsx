import { useHasFinger } from '../browser.ts';
import { cx } from '../cx.ts';
import { type ControlProps, Field, fieldAndControl } from '../field.tsx';

export type Kind = 'date' | 'time';

const SAMPLE = new Date(2026, 10, 30, 17, 0);
const DAY_FIRST = /^day[./]\s?month[./]\s?year\.?$/;

/** Whether a locale writes dates and times like the salon: day before month, 24 hours. */
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

/** True on touch screens if every locale that the native picker might use (the browser's, the device's) has the salon's format. */
export const mayUseDevicePicker = (kind: Kind, isCoarse: boolean, locales: readonly string[]): boolean =>
  isCoarse && locales.every((locale) => writesAsSalon(kind, locale));

export function useDevicePicker(kind: Kind): boolean {
  const hasFinger = useHasFinger();
  if (!hasFinger) return false;
  const own = new Intl.DateTimeFormat().resolvedOptions().locale;
  return mayUseDevicePicker(kind, hasFinger, [navigator.language, own]);
}

/** Hides the text of the native control, which is in the browser's language. */
const UNSEEN = '[-webkit-text-fill-color:transparent] [&::-webkit-datetime-edit]:opacity-0';

/** Stretches the browser's picker icon over the whole control, so that any tap opens the picker. */
const PICKER =
  '[&::-webkit-calendar-picker-indicator]:absolute [&::-webkit-calendar-picker-indicator]:inset-0 [&::-webkit-calendar-picker-indicator]:size-full [&::-webkit-calendar-picker-indicator]:opacity-0';

interface DeviceFieldProps extends ControlProps<'input'> {
  type: Kind;
  /** The value as shown, in the salon's format. */
  shown: string;
}

/** A field with the native picker, for touch. Shows the value in the salon's format over the native text, which may contain a.m. or p.m. */
export function DeviceField({ shown, onChange, ...props }: DeviceFieldProps) {
  const [field, input] = fieldAndControl(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <div className="relative">
          <input
            {...input}
            {...wiring}
            onChange={(event) => onChange(event.target.value)}
            className={cx('control relative appearance-none tabular-nums', PICKER, UNSEEN)}
          />
          <span
            aria-hidden="true"
            className={cx(
              'pointer-events-none absolute inset-y-0 left-[15px] grid items-center tabular-nums',
              input.value === '' && 'text-soft',
            )}
          >
            {shown || input.placeholder}
          </span>
        </div>
      )}
    </Field>
  );
}
