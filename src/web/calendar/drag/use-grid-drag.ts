import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { drawnSlot, isUnmoved } from '#domain/appointments/reschedule.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { CALENDAR_SNAP_MINUTES } from '#domain/limits.ts';
import { addMinutes, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { type Drag, type DragStore, makeDragStore } from './drag-store.ts';
import type { Grip } from './drop-target.ts';
import { elementOf, emptyPlaceAt, gripAt, rowOf, setMark } from './grid-elements.ts';
import { followPress } from './press.ts';
import { showDropTarget } from './show-drop-target.ts';

export interface GridDragProps {
  /** Around all day columns; scrolls. */
  scroller: RefObject<HTMLElement | null>;
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  onDraw: (times: Times) => void;
  /** An empty place was pressed and let go, at this moment of the grid. */
  onTap: (at: WallTime) => void;
  onReschedule: (row: SalonAppointment, times: Times) => void;
  onSwap: (row: SalonAppointment, partner: SalonAppointment) => void;
  /** Dragged and put back where it was: a plain click. */
  onOpen: (id: number) => void;
  onSwipe: (px: number, step: 1 | -1 | 0 | null) => void;
}

function drop(props: GridDragProps, grip: Grip, drag: Drag | null): void {
  if (!drag) return;
  if (grip.kind === 'draw') props.onDraw(drag.times);
  else if (isUnmoved(grip.row, drag.times)) props.onOpen(grip.row.id);
  else if (drag.partner) props.onSwap(grip.row, drag.partner);
  else props.onReschedule(grip.row, drag.times);
}

/** The first quarter of an hour of a slot that a long press begins. */
function firstQuarter(at: WallTime): Drag | null {
  const times = drawnSlot(at, addMinutes(at, CALENDAR_SNAP_MINUTES));
  return times ? { kind: 'draw', row: null, times, partner: null, swapped: null } : null;
}

interface Surface {
  scroller: HTMLElement;
  store: DragStore;
  latest: () => GridDragProps;
  /** Whether a finger drags or is about to. */
  setLongPressed: (isLongPressed: boolean) => void;
}

/** Follows one press on the grid; returns how to cancel it. */
function pressOnGrid({ scroller, store, latest, setLongPressed }: Surface, down: PointerEvent): () => void {
  const props = latest();
  const grip = gripAt(scroller, down, props.rows);
  const element = grip && elementOf(scroller, rowOf(grip));
  const preview = grip && showDropTarget({ scroller, store, rows: props.rows }, grip);
  let dropped: Drag | null = null;
  return followPress(down, grip !== null, {
    onLongPress: () => {
      setLongPressed(true);
      navigator.vibrate?.(10);
      setMark(element, 'pressed', true);
      if (grip?.kind === 'draw') store.write(firstQuarter(grip.at));
    },
    onDrag: (x, y) => {
      if (!scroller.hasPointerCapture(down.pointerId)) scroller.setPointerCapture(down.pointerId); // also outside of the window
      preview?.at(x, y);
    },
    onEnd: () => {
      dropped = store.read();
      setLongPressed(false);
      setMark(element, 'pressed', false);
      preview?.end();
    },
    onDrop: () => grip && drop(latest(), grip, dropped),
    onSwipe: (px, step) => latest().onSwipe(px, step),
  });
}

/** Drawing, moving, resizing and swiping in the time grid, by mouse and by finger (docs/spec/product.md §2.19). */
export function useGridDrag(props: GridDragProps): DragStore {
  const [store] = useState(makeDragStore);
  const latest = useEffectEvent(() => props);
  const { scroller: place } = props;
  useEffect(() => {
    const scroller = place.current;
    if (!scroller) return;
    let isLongPressed = false;
    let hasRested = false; // a finger that began to draw and was lifted has not tapped
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
    // the browser's own click: it makes none of a drag, nor of a touch that stops what still rolls
    const tap = (click: MouseEvent) => {
      const at = hasRested ? null : emptyPlaceAt(scroller, click);
      if (at !== null) latest().onTap(at);
    };
    // the browser must not scroll under a finger that drags; it asks before the first move, so this stands always
    const preventScroll = (event: Event) => isLongPressed && event.cancelable && event.preventDefault();
    scroller.addEventListener('pointerdown', press);
    scroller.addEventListener('click', tap);
    scroller.addEventListener('touchmove', preventScroll, { passive: false });
    scroller.addEventListener('contextmenu', preventScroll);
    return () => {
      cancel?.();
      scroller.removeEventListener('pointerdown', press);
      scroller.removeEventListener('click', tap);
      scroller.removeEventListener('touchmove', preventScroll);
      scroller.removeEventListener('contextmenu', preventScroll);
    };
  }, [place, store]);
  return store;
}
