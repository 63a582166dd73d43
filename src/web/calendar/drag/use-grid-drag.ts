import { type RefObject, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { isWallDate } from '#domain/wall-clock.ts';
import type { NewAppointmentPreset } from '../../appointments/new-appointment.tsx';
import { prefetch } from '../../lib/routing/lazy-page.tsx';
import { momentAt } from '../grid-scale.ts';
import type { Change, Drag, Grip, Spot } from './drag.ts';
import { followPress } from './press.ts';

const timesOf = (drag: Drag | null): string | undefined =>
  drag?.shown.map((row) => [row.start_datetime, row.end_datetime, row.technician_id]).join();

/** A store of the running drag, outside of React, so that a move does not render the blocks. Notifies subscribers when the times change, not for every move of the pointer. */
function makeDragStore() {
  let current: Drag | null = null;
  const listeners = new Set<() => void>();
  return {
    read: () => current,
    write: (drag: Drag | null) => {
      if (timesOf(drag) === timesOf(current)) return;
      current = drag;
      for (const listener of listeners) listener();
    },
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
export type DragStore = ReturnType<typeof makeDragStore>;

/** The running drag if `isSeen` accepts it, otherwise null, so that columns without the drag do not render again. */
export function useDrag({ subscribe, read }: DragStore, isSeen = (_: Drag): boolean => true): Drag | null {
  const seen = () => {
    const drag = read();
    return drag && isSeen(drag) ? drag : null;
  };
  return useSyncExternalStore(subscribe, seen, seen);
}

export interface GridDragProps {
  rows: readonly SalonAppointment[];
  onDrop: (change: Change) => void;
  /** Called for a click on an empty part of the grid. */
  onTap: (preset: NewAppointmentPreset) => void;
  /** Called when an appointment was dragged but did not change. A click on the appointment does the same. */
  onOpen: (id: number) => void;
  onSwipe: (px: number, step: 1 | -1 | 0 | null) => void;
  /** The setting `split_slots`. */
  isSplit: boolean;
}

type Rules = typeof import('./drag.ts');

/** The rules of drags, in a chunk that loads while the grid waits for its appointments. */
let rules: Rules | undefined;

async function loadRules(): Promise<Rules> {
  rules ??= await import('./drag.ts');
  return rules;
}

const lengthOf = (scroller: HTMLElement, name: '--pad' | '--handle'): number =>
  Number.parseFloat(getComputedStyle(scroller).getPropertyValue(name));

/** The positions of the columns on the screen, in px; `top` and `height` exclude the padding above and below the hours. Called only at the start and after scrolls, because it forces a layout. */
function columnsOf(scroller: HTMLElement) {
  const elements = [...scroller.querySelectorAll<HTMLElement>('[data-date]')];
  const pad = lengthOf(scroller, '--pad');
  return elements.flatMap((element) => {
    const { date: day = '', technician: id } = element.dataset;
    const { left, top, height } = element.getBoundingClientRect();
    const technician = id === undefined ? null : toId<TechnicianId>(Number(id));
    return isWallDate(day) ? [{ day, technician, left, top: top + pad, height: height - 2 * pad }] : [];
  });
}

type Columns = ReturnType<typeof columnsOf>;

/** The place in the grid under a point, in the nearest column. */
function spotUnder(columns: Columns, x: number, y: number): Spot | null {
  const column = columns.findLast(({ left }) => left <= x) ?? columns[0];
  if (!column) return null;
  return { at: momentAt(column.day, (y - column.top) / column.height), technician: column.technician };
}

/** The part of the grid that a press at this place can drag; null for none. */
function gripAt(scroller: HTMLElement, press: MouseEvent, rows: readonly SalonAppointment[]): Grip | null {
  const target = press.target as Element;
  const spot = spotUnder(columnsOf(scroller), press.clientX, press.clientY);
  const event = target.closest<HTMLElement>('[data-appointment-id]');
  if (spot === null) return null;
  if (!event) return target.closest('[data-date]') ? { kind: 'draw', row: null, ...spot } : null;
  const row = rows.find(({ id }) => String(id) === event.dataset.appointmentId);
  if (!row || event.dataset.movable === undefined) return null;
  const { top, bottom } = event.getBoundingClientRect();
  const handlePx = lengthOf(scroller, '--handle');
  if (press.clientY >= bottom - handlePx) return { kind: 'bottom', row, ...spot };
  return { kind: press.clientY < top + handlePx ? 'top' : 'move', row, ...spot };
}

/** Sets the attribute `data-<name>` on the row's block only. Writes to the DOM, because React does not render during a drag. */
function mark(scroller: HTMLElement, name: 'pressed' | 'dragged' | 'partner', row: SalonAppointment | null) {
  const before = scroller.querySelector(`[data-${name}]`);
  const next = row && scroller.querySelector(`[data-appointment-id="${row.id}"]`);
  if (next === before) return;
  before?.removeAttribute(`data-${name}`);
  next?.setAttribute(`data-${name}`, '');
}

const EDGE_PX = 44;
const FASTEST_PX = 14; // the highest scroll speed, in px per frame

/** The scroll speed in px per frame for a pointer at the position `at` between the edges `from` and `to`; 0 if no edge is near. */
function speed(at: number, from: number, to: number): number {
  if (at < from + EDGE_PX) return -FASTEST_PX * Math.min(1, (from + EDGE_PX - at) / EDGE_PX);
  if (at > to - EDGE_PX) return FASTEST_PX * Math.min(1, (at - to + EDGE_PX) / EDGE_PX);
  return 0;
}

/** Scrolls by one step if the pointer is near an edge. Returns whether the grid may have moved. */
function scrollAtEdge(scroller: HTMLElement, { x, y }: { x: number; y: number }): boolean {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  const dx = speed(x, left, right);
  const dy = speed(y, Math.max(0, top), Math.min(window.innerHeight, bottom));
  if (dx === 0 && dy === 0) return false;
  scroller.scrollBy(dx, dy);
  if (top < 0 || bottom > window.innerHeight) window.scrollBy(0, dy);
  return true;
}

/** Shows the preview of the drop from the first move until the drag ends. Scrolls while the pointer is near an edge. `end` returns the place of the drop. */
function showDropTarget(scroller: HTMLElement, store: DragStore, grip: Grip, props: GridDragProps) {
  let columns: Columns = [];
  let pointer = { x: 0, y: 0 };
  let frame: number | undefined;
  const show = () => {
    const spot = spotUnder(columns, pointer.x, pointer.y);
    const drag = (spot && rules?.dragOf(grip, spot, props.rows, props.isSplit)) ?? null;
    store.write(drag);
    mark(scroller, 'partner', drag?.partner ?? null);
  };
  const scroll = () => {
    frame = requestAnimationFrame(scroll);
    if (!scrollAtEdge(scroller, pointer)) return;
    columns = columnsOf(scroller);
    show();
  };
  const begin = () => {
    columns = columnsOf(scroller);
    scroller.dataset.dragging = grip.kind;
    mark(scroller, 'dragged', grip.row);
    return requestAnimationFrame(scroll);
  };
  return {
    at: (x: number, y: number) => {
      frame ??= begin();
      pointer = { x, y };
      show();
    },
    end: () => {
      if (frame !== undefined) cancelAnimationFrame(frame);
      delete scroller.dataset.dragging;
      mark(scroller, 'dragged', null);
      mark(scroller, 'partner', null);
      store.write(null);
      return spotUnder(columns, pointer.x, pointer.y);
    },
  };
}

/** Makes the change of a drop. A drop that changes nothing opens its appointment. */
async function drop(grip: Grip, spot: Spot, props: GridDragProps): Promise<void> {
  const { rows, onDrop, onOpen, isSplit } = props;
  const { dragOf } = await loadRules();
  const drag = dragOf(grip, spot, rows, isSplit);
  if (drag?.change) onDrop(drag.change);
  else if (drag) onOpen(drag.shown[0].id);
}

interface Surface {
  scroller: HTMLElement;
  store: DragStore;
  latest: () => GridDragProps;
  /** Called with true when a long press begins, and with false when it ends. */
  setLongPressed: (isLongPressed: boolean) => void;
}

/** Handles one press on the grid; returns a function that cancels it. */
function pressOnGrid({ scroller, store, latest, setLongPressed }: Surface, down: PointerEvent): () => void {
  const props = latest();
  const grip = gripAt(scroller, down, props.rows);
  const preview = grip && showDropTarget(scroller, store, grip, props);
  return followPress(down, grip !== null, {
    onLongPress: () => {
      setLongPressed(true);
      navigator.vibrate?.(10);
      mark(scroller, 'pressed', grip?.row ?? null);
      if (grip?.kind === 'draw' && rules) store.write(rules.firstQuarter(grip));
    },
    onDrag: (x, y) => {
      if (!scroller.hasPointerCapture(down.pointerId)) scroller.setPointerCapture(down.pointerId); // pointer capture, to receive moves outside the window too
      preview?.at(x, y);
    },
    onEnd: (isDropped) => {
      setLongPressed(false);
      mark(scroller, 'pressed', null);
      const spot = preview?.end();
      if (isDropped && grip && spot) void drop(grip, spot, latest());
    },
    onSwipe: (px, step) => latest().onSwipe(px, step),
  });
}

/** Drags in the time grid, by mouse and by finger: drawing, moving, resizing, swiping (docs/spec/product.md §2.19). */
export function useGridDrag(place: RefObject<HTMLElement | null>, props: GridDragProps): DragStore {
  const [store] = useState(makeDragStore);
  const latest = useEffectEvent(() => props);
  useEffect(() => void prefetch([loadRules]), []);
  useEffect(() => {
    const scroller = place.current;
    if (!scroller) return;
    let isLongPressed = false;
    let hasRested = false; // after a long press that drew no slot, lifting the finger does not count as a tap
    let cancel: (() => void) | undefined;
    const setLongPressed = (is: boolean) => {
      isLongPressed = is;
      hasRested ||= is;
    };
    const press = (down: PointerEvent) => {
      if (down.button !== 0 || !down.isPrimary) return;
      hasRested = false;
      cancel = pressOnGrid({ scroller, store, latest, setLongPressed }, down);
    };
    // browsers fire no click after a drag or after a touch that stops a running scroll
    const tap = async (click: MouseEvent) => {
      const { rows, onTap } = latest();
      const grip = hasRested ? null : gripAt(scroller, click, rows);
      if (grip?.kind === 'draw') onTap((await loadRules()).presetAt(grip));
    };
    // prevents scrolling during a drag; added on mount, because browsers decide before the drag's first move whether they scroll
    const preventScroll = (event: Event) => isLongPressed && event.cancelable && event.preventDefault();
    const listening = new AbortController();
    const { signal } = listening;
    scroller.addEventListener('pointerdown', press, { signal });
    scroller.addEventListener('click', tap, { signal });
    scroller.addEventListener('touchmove', preventScroll, { passive: false, signal });
    scroller.addEventListener('contextmenu', preventScroll, { signal });
    return () => {
      cancel?.();
      listening.abort();
    };
  }, [place, store]);
  return store;
}
