import type { WallDate } from '#salon/salon-time.ts';
import { APPOINTMENTS, counted } from '#salon/serbian.ts';
import { dayInWords, dayInWordsWithYear } from '#salon/serbian-dates.ts';
import { Chip } from '../../ui/part/chip.tsx';
import { useIsWide } from '../../ui/use-media.ts';
import { ChooseBox } from './choose-box.tsx';
import { dayHeadingId } from './days.ts';
import { SlotCards } from './slot-cards.tsx';
import { SlotTable, type SlotTableProps } from './slot-table.tsx';
import { isChoosable } from './use-chosen.ts';

/** One day of the list: its name, how much there is, its appointments. */
export function DayGroup({
  date,
  today,
  slots,
  chosen,
  onOpen,
}: SlotTableProps & { date: WallDate; today: WallDate }) {
  const isWide = useIsWide();
  const choosable = slots.filter(isChoosable);
  const isAll = choosable.length > 0 && choosable.every(({ id }) => chosen.has(id));
  const heading = dayHeadingId(date);
  const isThisYear = date.slice(0, 4) === today.slice(0, 4);
  const name = isThisYear ? dayInWords(date) : dayInWordsWithYear(date);
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
      <Slots slots={slots} chosen={chosen} onOpen={onOpen} />
    </section>
  );
}
