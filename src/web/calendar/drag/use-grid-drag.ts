import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { momentAt } from '../grid-scale.ts';
import {
  type Change,
  type DragStore,
  dragOf,
  firstQuarter,
  type Grip,
  makeDragStore,
  type Spot,
} from './drag.ts';
import { followPress } from './press.ts';

interface Column {
  day: WallDate;
  technician: TechnicianId | null;
  left: number;
  /** The position and height of the column's hours in px, without the column's padding. */
  top: number;
  height: number;
}

const lengthOf = (scroller: HTMLElement, name: '--pad' | '--handle'): number =>
  Number.parseFloat(getComputedStyle(scroller).getPropertyValue(name));

/** The positions of the columns on the screen. Called only at the start and after scrolls, because it forces a layout. */
function columnsOf(scroller: HTMLElement): Column[] {
  const elements = [...scroller.querySelectorAll<HTMLElement>('[data-date]')];
  const pad = lengthOf(scroller, '--pad');
  return elements.flatMap((element) => {
    const { date: day = '', technician: id } = element.dataset;
    const { left, top, height } = element.getBoundingClientRect();
    const technician = id === undefined ? null : toId<TechnicianId>(Number(id));
    return isWallDate(day) ? [{ day, technician, left, top: top + pad, height: height - 2 * pad }] : [];
  });
}

/** The place in the grid under a point, in the nearest column. */
function spotUnder(columns: readonly Column[], x: number, y: number): Spot | null {
  const column = columns.findLast(({ left }) => left <= x) ?? columns[0];
  if (!column) return null;
  return { at: momentAt(column.day, (y - column.top) / column.height), technician: column.technician };
}

/** Which of the block's two resize handles is at `y`, in px from the top of the window; undefined between the handles. */
function handleUnder(event: HTMLElement, y: number, height: number): 'top' | 'bottom' | undefined {
  const { top, bottom } = event.getBoundingClientRect();
  if (y >= bottom - height) return 'bottom';
  return y < top + height ? 'top' : undefined;
}

/** The part of the grid that a press at this place can drag; null for none. */
function gripAt(scroller: HTMLElement, down: PointerEvent, rows: readonly SalonAppointment[]): Grip | null {
  const target = down.target as Element;
  const spot = spotUnder(columnsOf(scroller), down.clientX, down.clientY);
  const event = target.closest<HTMLElement>('[data-appointment-id]');
  if (spot === null) return null;
  if (!event) return target.closest('[data-date]') ? { kind: 'draw', row: null, ...spot } : null;
  const row = rows.find(({ id }) => String(id) === event.dataset.appointmentId);
  if (!row || event.dataset.movable === undefined) return null;
  const kind = handleUnder(event, down.clientY, lengthOf(scroller, '--handle')) ?? 'move';
  return { kind, row, ...spot };
}

/** The place of a click on an empty part of the grid; null on a block. */
function emptyPlaceAt(scroller: HTMLElement, { target, clientX, clientY }: MouseEvent): Spot | null {
  const isEmpty =
    target instanceof Element && target.closest('[data-date]') && !target.closest('[data-appointment-id]');
  return isEmpty ? spotUnder(columnsOf(scroller), clientX, clientY) : null;
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

/** The scroll speed in px per frame at `at`, between the edges `from` and `to`; 0 if no edge is near. */
function speed(at: number, from: number, to: number): number {
  if (at < from + EDGE_PX) return -FASTEST_PX * Math.min(1, (from + EDGE_PX - at) / EDGE_PX);
  if (at > to - EDGE_PX) return FASTEST_PX * Math.min(1, (at - to + EDGE_PX) / EDGE_PX);
  return 0;
}

const scrolledTo = (scroller: HTMLElement): string =>
  [scroller.scrollTop, scroller.scrollLeft, window.scrollY].join();

interface Point {
  x: number;
  y: number;
}

/** Scrolls by one step if the pointer is near an edge. Returns whether the grid has moved. */
function scrollAtEdge(scroller: HTMLElement, { x, y }: Point): boolean {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  const dx = speed(x, left, right);
  const dy = speed(y, Math.max(0, top), Math.min(window.innerHeight, bottom));
  if (dx === 0 && dy === 0) return false;
  const before = scrolledTo(scroller);
  scroller.scrollBy(dx, dy);
  if (top < 0 || bottom > window.innerHeight) window.scrollBy(0, dy);
  return before !== scrolledTo(scroller);
}

/** Shows the preview of the drop from the first move until the drag ends. Scrolls while the pointer is near an edge. */
function showDropTarget(scroller: HTMLElement, store: DragStore, grip: Grip, rows: GridDragProps['rows']) {
  let columns: Column[] = [];
  let pointer: Point = { x: 0, y: 0 };
  let frame: number | undefined;
  const show = () => {
    const spot = spotUnder(columns, pointer.x, pointer.y);
    const drag = spot && dragOf(grip, spot, rows);
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
    },
  };
}

export interface GridDragProps {
  scroller: RefObject<HTMLElement | null>;
  rows: readonly SalonAppointment[];
  onDrop: (change: Change) => void;
  /** Called for a click on an empty part of the grid. */
  onTap: (spot: Spot) => void;
  /** Called for a click, and for a drag that changed nothing. */
  onOpen: (id: number) => void;
  onSwipe: (px: number, step: 1 | -1 | 0 | null) => void;
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
  const { rows } = latest();
  const grip = gripAt(scroller, down, rows);
  const preview = grip && showDropTarget(scroller, store, grip, rows);
  let dropped = store.read();
  return followPress(down, grip !== null, {
    onLongPress: () => {
      setLongPressed(true);
      navigator.vibrate?.(10);
      mark(scroller, 'pressed', grip?.row ?? null);
      if (grip?.kind === 'draw') store.write(firstQuarter(grip));
    },
    onDrag: (x, y) => {
      if (!scroller.hasPointerCapture(down.pointerId)) scroller.setPointerCapture(down.pointerId); // pointer capture, to receive moves outside the window too
      preview?.at(x, y);
    },
    onEnd: () => {
      dropped = store.read();
      setLongPressed(false);
      mark(scroller, 'pressed', null);
      preview?.end();
    },
    onDrop: () => {
      if (dropped?.change) latest().onDrop(dropped.change);
      else if (dropped) latest().onOpen(dropped.shown[0].id);
    },
    onSwipe: (px, step) => latest().onSwipe(px, step),
  });
}

/** Drags in the time grid, by mouse and by finger: drawing, moving, resizing, swiping (docs/spec/product.md §2.19). */
export function useGridDrag(props: GridDragProps): DragStore {
  const [store] = useState(makeDragStore);
  const latest = useEffectEvent(() => props);
  const { scroller: place } = props;
  useEffect(() => {
    const scroller = place.current;
    if (!scroller) return;
    let isLongPressed = false;
    let hasRested = false; // a long press without a drawn slot does not count as a tap
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
    const tap = (click: MouseEvent) => {
      const spot = hasRested ? null : emptyPlaceAt(scroller, click);
      if (spot) latest().onTap(spot);
    };
    // prevents scrolling during a drag; added on mount, because browsers decide before a drag's first move
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
