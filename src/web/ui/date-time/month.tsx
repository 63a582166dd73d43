import { DayPicker, type DayPickerProps } from 'react-day-picker';
import { srLatn } from 'react-day-picker/locale/sr-Latn';
import { t } from '#domain/language/translate.ts';
import { type WallDate, wallDateOf, weekdayOf } from '#domain/wall-clock.ts';
import { dayInWordsWithYear, dayName, monthAndYear, shortDayName } from '#domain/wording/dates.ts';

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

const dayLabel = (date: Date, { today, selected }: { today?: boolean; selected?: boolean } = {}): string =>
  [today && t('danas'), dayInWordsWithYear(toDay(date)), selected && t('izabrano')]
    .filter(Boolean)
    .join(', ');

/** What screen readers say, in the reader's language. */
const labels: NonNullable<DayPickerProps['labels']> = {
  labelDayButton: dayLabel,
  labelGridcell: dayLabel,
  labelGrid: (date) => monthAndYear(toDay(date)),
  labelWeekday: (date) => dayName(weekdayOf(toDay(date))),
  labelNext: () => t('Idite na sledeći mesec'),
  labelPrevious: () => t('Idite na prethodni mesec'),
  labelNav: () => t('Meseci'),
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
        formatWeekdayName: (date) => shortDayName(toDay(date)),
        formatCaption: (date) => monthAndYear(toDay(date)),
      }}
      labels={labels}
      classNames={classNames}
    />
  );
}
