import { DRAG_MOUSE_PX, DRAG_TOUCH_PX } from '#domain/limits.ts';

const REST_MS = 300;
const CLICK_FOLLOWS_MS = 30;

export interface PressMoves {
  onLongPress: () => void;
  onDrag: (x: number, y: number) => void;
  /** Called at the end of every press. */
  onEnd: (isDropped: boolean) => void;
  /** Called during a horizontal swipe with `step` null, and at its end with 1 (next days), -1 (previous days) or 0 (none). */
  onSwipe: (px: number, step: 1 | -1 | 0 | null) => void;
}

/** Swallows the click that the browser fires after a drag, but no click of a later press. */
function swallowClick(): void {
  const swallowing = new AbortController();
  const { signal } = swallowing;
  const swallow = (event: Event) => {
    swallowing.abort();
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, signal });
  window.addEventListener('pointerdown', () => swallowing.abort(), { capture: true, signal });
  setTimeout(() => swallowing.abort(), CLICK_FOLLOWS_MS);
}

/** Handles one press until it ends. Returns a function that cancels the press. */
export function followPress(down: PointerEvent, canDrag: boolean, moves: PressMoves): () => void {
  const pressed = { isMouse: down.pointerType === 'mouse', canDrag };
  let phase: Phase = pressed.isMouse ? 'ready' : 'waiting'; // a mouse can drag at once, a finger only after a long press
  const listening = new AbortController();
  const { signal } = listening;
  const onRested = () => {
    phase = 'ready';
    moves.onLongPress();
  };
  const timer = pressed.isMouse || !canDrag ? undefined : setTimeout(onRested, REST_MS);
  const end = (isDropped = false) => {
    clearTimeout(timer);
    listening.abort();
    moves.onEnd(isDropped);
  };
  const cancel = () => {
    if (phase === 'swiping') moves.onSwipe(0, 0);
    end();
  };
  const move = ({ clientX, clientY }: PointerEvent) => {
    phase = phaseAt(phase, clientX - down.clientX, clientY - down.clientY, pressed);
    if (phase !== 'waiting') clearTimeout(timer);
    if (phase === 'scrolling') end();
    if (phase === 'swiping') moves.onSwipe(clientX - down.clientX, null);
    if (phase === 'dragging') moves.onDrag(clientX, clientY);
  };
  const release = ({ clientX }: PointerEvent) => {
    if (phase === 'dragging' || phase === 'swiping') swallowClick();
    end(phase === 'dragging');
    if (phase === 'swiping') moves.onSwipe(0, swipeStep(clientX - down.clientX));
  };
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    if (phase === 'dragging') window.addEventListener('pointerup', swallowClick, { once: true });
    cancel();
  };
  window.addEventListener('pointermove', move, { signal });
  window.addEventListener('pointerup', release, { signal });
  window.addEventListener('pointercancel', cancel, { signal }); // the browser sends pointercancel when it begins to scroll
  window.addEventListener('pointerdown', (event) => event.isPrimary || cancel(), { signal }); // a second finger cancels the press
  window.addEventListener('blur', cancel, { signal });
  window.addEventListener('keydown', onKey, { signal, capture: true });
  return cancel;
}

/** The state of a press. A mouse starts a drag after 8 px, a finger after a long press and 16 px. docs/spec/product.md §5.9 */
export type Phase = 'waiting' | 'ready' | 'dragging' | 'swiping' | 'scrolling';

const REST_TOLERANCE_PX = 8; // a finger that moves farther than this before the long press swipes or scrolls

export interface PressStart {
  isMouse: boolean;
  canDrag: boolean;
}

/** The phase of a press after a move by `dx` and `dy` px from its start. */
export function phaseAt(phase: Phase, dx: number, dy: number, { isMouse, canDrag }: PressStart): Phase {
  if (phase === 'waiting' && Math.hypot(dx, dy) > REST_TOLERANCE_PX)
    return Math.abs(dx) > Math.abs(dy) ? 'swiping' : 'scrolling';
  if (phase !== 'ready' || !canDrag) return phase;
  return Math.hypot(dx, dy) > (isMouse ? DRAG_MOUSE_PX : DRAG_TOUCH_PX) ? 'dragging' : 'ready';
}

const SWIPE_PX = 60;

/** The step after a horizontal swipe of `px`: 1 for the next days, -1 for the previous, 0 if the swipe is too short. */
export function swipeStep(px: number): 1 | -1 | 0 {
  if (Math.abs(px) < SWIPE_PX) return 0;
  return px < 0 ? 1 : -1;
}
