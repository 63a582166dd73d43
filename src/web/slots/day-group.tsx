import { isUnbooked } from '#domain/appointments/appointments.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { useHasRoomForTable } from '../ui/browser.ts';
import { Chip } from '../ui/card.tsx';
import { ChooseBox } from './selection.tsx';
import { SlotCards } from './slot-cards.tsx';
import { SlotTable, type SlotTableProps } from './slot-table.tsx';

/** The id of a day's heading in the list. */
export const dayHeadingId = (date: WallDate): string => `dan-${date}`;

/** One day of the list: its name, how much there is, its appointments. */
export function DayGroup({
  date,
  today,
  slots,
  chosen,
  ...rest
}: SlotTableProps & { date: WallDate; today: WallDate }) {
  const isWide = useHasRoomForTable();
  const choosable = slots.filter(({ status }) => isUnbooked(status));
  const isAll = choosable.length > 0 && choosable.every(chosen.has);
  const heading = dayHeadingId(date);
  const name = dayInWords(date, today);
  const Slots = isWide ? SlotTable : SlotCards;
  return (
    <section aria-labelledby={heading}>
      <div className="mb-2 flex min-h-11 items-center gap-2">
        <h2 id={heading} tabIndex={-1} className="scroll-mt-4 min-w-0 text-h3 first-letter:uppercase">
          {name}
        </h2>
        {date === today && <Chip>Danas</Chip>}
        <span className="ml-auto text-small whitespace-nowrap text-soft">
          {counted(slots.length, APPOINTMENTS)}
        </span>
        {choosable.length > 0 && (
          <span className="max-md:mr-1 md:order-first md:ml-1">
            <ChooseBox
              label={`Izaberi slobodne, ${name}`}
              isOn={isAll}
              onChange={(isOn) => chosen.choose(choosable, isOn)}
            />
          </span>
        )}
      </div>
      <Slots slots={slots} chosen={chosen} {...rest} />
    </section>
  );
}
