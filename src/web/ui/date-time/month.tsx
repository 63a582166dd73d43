import { DayPicker, type DayPickerProps } from 'react-day-picker';
import { srLatn } from 'react-day-picker/locale/sr-Latn';
import { type WallDate, wallDateOf } from '#domain/wall-clock.ts';
import { MONTH_NAMES, SHORT_DAY_NAMES } from '#domain/wording/dates.ts';

export interface DayPickerGiven {
  value: WallDate | null;
  onChoose: (day: WallDate) => void;
  min?: WallDate | undefined;
  max?: WallDate | undefined;
}

/** Noon of the day. The calendar library uses the browser's time zone, and no clock change happens at noon. */
const toDate = (day: WallDate): Date => new Date(`${day}T12:00:00`);
const toDay = (date: Date): WallDate => wallDateOf(date.getFullYear(), date.getMonth() + 1, date.getDate());

const NAV =
  'grid size-11 place-items-center rounded-card text-ink transition-colors hover:bg-blush disabled:text-edge disabled:hover:bg-transparent [&_svg]:size-5 [&_svg]:fill-current';

const classNames: NonNullable<DayPickerProps['classNames']> = {
  months: 'relative',
  nav: 'absolute inset-x-0 top-0 flex justify-between',
  button_previous: NAV,
  button_next: NAV,
  month_caption: 'grid min-h-11 place-items-center',
  caption_label: 'font-display text-h3',
  month_grid: 'mt-1 border-collapse',
  weekday: 'size-11 text-label font-semibold text-soft',
  day: 'p-0 text-center',
  day_button:
    'grid size-11 place-items-center rounded-card tabular-nums transition-colors hover:bg-blush disabled:text-edge disabled:line-through disabled:hover:bg-transparent',
  today: 'font-bold text-link',
  outside: 'text-soft',
  selected: '[&>button]:bg-accent [&>button]:font-semibold [&>button]:text-white',
};

export default function DayPickerMonth({ value, onChoose, min, max }: DayPickerGiven) {
  const chosen = value === null ? undefined : toDate(value);
  return (
    <DayPicker
      mode="single"
      required
      autoFocus
      locale={srLatn}
      weekStartsOn={1}
      fixedWeeks
      showOutsideDays
      selected={chosen}
      {...(chosen && { defaultMonth: chosen })}
      {...(min !== undefined && { startMonth: toDate(min) })}
      {...(max !== undefined && { endMonth: toDate(max) })}
      disabled={[
        ...(min === undefined ? [] : [{ before: toDate(min) }]),
        ...(max === undefined ? [] : [{ after: toDate(max) }]),
      ]}
      onSelect={(date) => date && onChoose(toDay(date))}
      formatters={{
        formatWeekdayName: (date) => SHORT_DAY_NAMES[(date.getDay() + 6) % 7] ?? '',
        formatCaption: (date) => `${MONTH_NAMES[date.getMonth()]} ${date.getFullYear()}.`,
      }}
      classNames={classNames}
    />
  );
}
