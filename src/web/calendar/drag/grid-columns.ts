import type { WallDate, WallTime } from '#salon/salon-time.ts';
import { momentAt } from '../grid/place.ts';

export interface Column {
  day: WallDate;
  left: number;
  /** Of its hours, without the room above and below them. */
  top: number;
  height: number;
}

/** Where the days' columns stand on the screen now. Measured once and after every scroll: to measure costs a layout. */
export function columnsOf(scroller: HTMLElement): Column[] {
  const elements = [...scroller.querySelectorAll<HTMLElement>('[data-date]')];
  const pad = Number.parseFloat(getComputedStyle(scroller).getPropertyValue('--pad'));
  return elements.map((element) => {
    const { left, top, height } = element.getBoundingClientRect();
    return { day: element.dataset.date ?? '', left, top: top + pad, height: height - 2 * pad };
  });
}

/** The moment under a point: in the column that is nearest, at that height, unsnapped. */
export function momentUnder(columns: readonly Column[], x: number, y: number): WallTime | null {
  const column = columns.findLast(({ left }) => left <= x) ?? columns[0];
  return column ? momentAt(column.day, (y - column.top) / column.height) : null;
}
