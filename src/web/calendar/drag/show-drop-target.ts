import type { SalonAppointment } from '#contract/appointments.ts';
import { swapPartner, swapTimes } from '#domain/appointments/reschedule.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Drag, DragStore } from './drag-store.ts';
import { dropTarget, type Grip } from './drop-target.ts';
import { startEdgeScroll } from './edge-scroll.ts';
import { type Column, columnsOf, elementOf, momentUnder, rowOf, setMark } from './grid-elements.ts';

type Swapped = Drag['swapped'];

/** Both as they would stand after a swap; null where the rule refuses it or one would stand on a third. */
function swappedTimes(
  row: SalonAppointment,
  partner: SalonAppointment,
  rows: readonly SalonAppointment[],
): Swapped {
  const swapped = swapTimes(row, partner);
  if (swapped === 'swap_refused') return null;
  const others = rows.filter(({ id }) => id !== row.id && id !== partner.id);
  const isOn = (times: Times) => swapPartner({ ...times, id: row.id }, others) !== undefined;
  return isOn(swapped.a) || isOn(swapped.b) ? null : swapped;
}

function dragOf(grip: Grip, at: WallTime, rows: readonly SalonAppointment[]): Drag | null {
  const times = dropTarget(grip, at);
  const row = rowOf(grip);
  if (!times) return null;
  const partner = (row && grip.kind === 'move' && swapPartner({ ...times, id: row.id }, rows)) || null;
  const swapped = row && partner && swappedTimes(row, partner, rows);
  return { kind: grip.kind, row, times, partner, swapped };
}

interface Grid {
  scroller: HTMLElement;
  store: DragStore;
  rows: readonly SalonAppointment[];
}

/** Shows where a drop would put what is dragged, from the first move to the end. */
export function showDropTarget({ scroller, store, rows }: Grid, grip: Grip) {
  const element = elementOf(scroller, rowOf(grip));
  let columns: Column[] = [];
  let partner: HTMLElement | null = null;
  let last = { x: 0, y: 0 };
  const markPartner = (row: SalonAppointment | null) => {
    const next = elementOf(scroller, row);
    if (next === partner) return;
    setMark(partner, 'partner', false);
    setMark(next, 'partner', true);
    partner = next;
  };
  const show = () => {
    const at = momentUnder(columns, last.x, last.y);
    const drag = at === null ? null : dragOf(grip, at, rows);
    store.write(drag);
    markPartner(drag?.partner ?? null);
  };
  let edge: ReturnType<typeof startEdgeScroll> | null = null;
  const begin = () => {
    columns = columnsOf(scroller);
    scroller.dataset.dragging = grip.kind;
    setMark(element, 'dragged', true);
    return startEdgeScroll(scroller, () => {
      columns = columnsOf(scroller);
      show();
    });
  };
  return {
    at: (x: number, y: number) => {
      edge ??= begin();
      last = { x, y };
      edge.at(x, y);
      show();
    },
    end: () => {
      edge?.stop();
      delete scroller.dataset.dragging;
      setMark(element, 'dragged', false);
      setMark(partner, 'partner', false);
      store.write(null);
    },
  };
}
