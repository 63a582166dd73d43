import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { isSunday, isWallDate, type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { SUNDAY_WARNING } from '#domain/wording/appointments.ts';
import { DayField, type DayFieldProps } from '../../ui/date-time/date-field.tsx';

type SlotDayFieldProps = Omit<DayFieldProps, 'label' | 'min' | 'max' | 'hint'> & { today: WallDate };

/** The field for a slot's day, with a hint for a Sunday. */
export const SlotDayField = ({ today, ...field }: SlotDayFieldProps) => (
  <DayField
    {...field}
    label="Datum"
    min={yearsFrom(today, -SLOT_RANGE_YEARS)}
    max={yearsFrom(today, SLOT_RANGE_YEARS)}
    hint={isWallDate(field.value) && isSunday(field.value) && SUNDAY_WARNING}
    required
  />
);
