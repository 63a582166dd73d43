import { type RefObject, useEffect, useEffectEvent, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { CALENDAR_SNAP_MINUTES } from '#domain/limits.ts';
import { drawnSlot, isUnmoved } from '#domain/reschedule.ts';
import type { Times } from '#domain/slots.ts';
import { addMinutes, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { type Drag, type DragStore, makeDragStore } from './drag-store.ts';
import { elementOf, grabAt, rowOf, setMark } from './grid-elements.ts';
import type { DragMode } from './landing.ts';
import { followPress } from './press.ts';
import { showLanding } from './show-landing.ts';

export interface GridDragProps {
  /** Around all day columns; scrolls. */
  scroller: RefObject<HTMLElement | null>;
  days: readonly WallDate[];
  rows: readonly Appointment[];
  onDraw: (times: Times) => void;
  onReschedule: (row: Appointment, times: Times) => void;
  onSwap: (row: Appointment, partner: Appointment) => void;
  /** Dragged and put back where it was: a plain click. */
  onOpen: (id: number) => void;
  onSwipe: (px: number, step: 1 | -1 | 0 | null) => void;
}

function drop(props: GridDragProps, grab: DragMode, drag: Drag | null): void {
  if (!drag) return;
  if (grab.kind === 'draw') props.onDraw(drag.times);
  else if (isUnmoved(grab.row, drag.times)) props.onOpen(grab.row.id);
  else if (drag.partner) props.onSwap(grab.row, drag.partner);
  else props.onReschedule(grab.row, drag.times);
}

/** The first quarter of a slot that a resting finger begins. */
function begunSlot(at: WallTime): Drag | null {
  const times = drawnSlot(at, addMinutes(at, CALENDAR_SNAP_MINUTES));
  return times ? { kind: 'draw', row: null, times, partner: null, swapped: null } : null;
}

interface Surface {
  scroller: HTMLElement;
  store: DragStore;
  latest: () => GridDragProps;
  /** Whether a finger holds something now. */
  setHolding: (isHolding: boolean) => void;
}

/** Follows one press on the grid; answers how to end it. */
function pressOnGrid({ scroller, store, latest, setHolding }: Surface, down: PointerEvent): () => void {
  const props = latest();
  const grab = grabAt(scroller, down, props.rows);
  const held = grab && elementOf(scroller, rowOf(grab));
  const shown = grab && showLanding({ scroller, store, rows: props.rows }, grab);
  let landed: Drag | null = null;
  return followPress(down, grab !== null, {
    onHold: () => {
      setHolding(true);
      navigator.vibrate?.(10);
      setMark(held, 'held', true);
      if (grab?.kind === 'draw') store.write(begunSlot(grab.at));
    },
    onDrag: (x, y) => {
      if (!scroller.hasPointerCapture(down.pointerId)) scroller.setPointerCapture(down.pointerId); // also outside of the window
      shown?.at(x, y);
    },
    onEnd: () => {
      landed = store.read();
      setHolding(false);
      setMark(held, 'held', false);
      shown?.end();
    },
    onDrop: () => grab && drop(latest(), grab, landed),
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
    let isHolding = false;
    let giveUp: (() => void) | undefined;
    const setHolding = (is: boolean) => {
      isHolding = is;
    };
    const press = (down: PointerEvent) => {
      if (down.button !== 0 || !down.isPrimary) return;
      giveUp = pressOnGrid({ scroller, store, latest, setHolding }, down);
    };
    // the browser must not scroll under a finger that holds something; it asks before the first move, so this stands always
    const stay = (event: Event) => isHolding && event.cancelable && event.preventDefault();
    scroller.addEventListener('pointerdown', press);
    scroller.addEventListener('touchmove', stay, { passive: false });
    scroller.addEventListener('contextmenu', stay);
    return () => {
      giveUp?.();
      scroller.removeEventListener('pointerdown', press);
      scroller.removeEventListener('touchmove', stay);
      scroller.removeEventListener('contextmenu', stay);
    };
  }, [place, store]);
  return store;
}
