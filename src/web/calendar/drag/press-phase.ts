import { DRAG_MOUSE_PX, DRAG_TOUCH_PX } from '#domain/limits.ts';

/** What a press is by now: click, drag, scroll or swipe (spec.md §5: 8 px for a mouse; a finger rests first, then 16 px). */
export type Phase = 'resting' | 'holding' | 'dragging' | 'swiping' | 'scrolling';

const UNREST_PX = 8; // a finger that moves more before it rested wants to scroll

export interface Pressed {
  isMouse: boolean;
  /** Something is under it that can be dragged. */
  canHold: boolean;
}

/** A mouse holds at once; a finger has to rest, so that the grid still scrolls. */
export const firstPhase = ({ isMouse }: Pressed): Phase => (isMouse ? 'holding' : 'resting');

function afterRest(dx: number, dy: number): Phase {
  if (Math.hypot(dx, dy) <= UNREST_PX) return 'resting';
  return Math.abs(dx) > Math.abs(dy) ? 'swiping' : 'scrolling';
}

/** The phase with the pointer so far from where it was pressed; what was once dragged stays dragged. */
export function phaseAt(phase: Phase, dx: number, dy: number, { isMouse, canHold }: Pressed): Phase {
  if (phase === 'resting') return afterRest(dx, dy);
  if (phase !== 'holding' || !canHold) return phase;
  return Math.hypot(dx, dy) > (isMouse ? DRAG_MOUSE_PX : DRAG_TOUCH_PX) ? 'dragging' : 'holding';
}

const SWIPE_PX = 60;

/** Where a swipe of so many px leads: to the next, to the one before, or back. */
export function swipeStep(px: number): 1 | -1 | 0 {
  if (Math.abs(px) < SWIPE_PX) return 0;
  return px < 0 ? 1 : -1;
}
