import type { SalonAppointment } from '#contract/appointments.ts';
import { isWallDate, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { momentAt } from '../grid-scale.ts';
import type { Grip } from './drop-target.ts';

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
  return elements.flatMap((element) => {
    const { date: day = '' } = element.dataset;
    const { left, top, height } = element.getBoundingClientRect();
    return isWallDate(day) ? [{ day, left, top: top + pad, height: height - 2 * pad }] : [];
  });
}

/** The moment under a point: in the column that is nearest, at that height, unsnapped. */
export function momentUnder(columns: readonly Column[], x: number, y: number): WallTime | null {
  const column = columns.findLast(({ left }) => left <= x) ?? columns[0];
  return column ? momentAt(column.day, (y - column.top) / column.height) : null;
}

/** What lies under a press, and how it is marked during a drag. */

export const elementOf = (scroller: HTMLElement, row: SalonAppointment | null): HTMLElement | null =>
  row && scroller.querySelector(`[data-appointment-id="${row.id}"]`);

/** Which handle of a block lies there; they are drawn by the style sheet, which says how high they are. */
function handleUnder(event: HTMLElement, y: number): 'top' | 'bottom' | undefined {
  const height = Number.parseFloat(getComputedStyle(event, '::before').height);
  const { top, bottom } = event.getBoundingClientRect();
  if (y >= bottom - height) return 'bottom';
  return y < top + height ? 'top' : undefined;
}

/** What a press can drag there; null: nothing. */
export function gripAt(
  scroller: HTMLElement,
  down: PointerEvent,
  rows: readonly SalonAppointment[],
): Grip | null {
  const target = down.target as Element;
  const at = momentUnder(columnsOf(scroller), down.clientX, down.clientY);
  const event = target.closest<HTMLElement>('[data-appointment-id]');
  if (at === null) return null;
  if (!event) return target.closest('[data-date]') ? { kind: 'draw', at } : null;
  const row = rows.find(({ id }) => String(id) === event.dataset.appointmentId);
  if (!row || event.dataset.movable === undefined) return null;
  return { kind: handleUnder(event, down.clientY) ?? 'move', at, row };
}

/** The moment of an empty place that was clicked; null: something stands there. */
export function emptyPlaceAt(
  scroller: HTMLElement,
  { target, clientX, clientY }: MouseEvent,
): WallTime | null {
  const isEmpty =
    target instanceof Element && target.closest('[data-date]') && !target.closest('[data-appointment-id]');
  return isEmpty ? momentUnder(columnsOf(scroller), clientX, clientY) : null;
}

export const rowOf = (grip: Grip): SalonAppointment | null => (grip.kind === 'draw' ? null : grip.row);

export function setMark(
  element: HTMLElement | null,
  mark: 'pressed' | 'dragged' | 'partner',
  isOn: boolean,
): void {
  if (!element) return;
  if (isOn) element.dataset[mark] = '';
  else delete element.dataset[mark];
}
