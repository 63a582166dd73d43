import { useLayoutEffect } from 'react';

const KEYBOARD_LEAVES = 0.75; // if less than this share of the window's height is visible, a keyboard is open: it covers over a quarter
const TYPED_INTO =
  'textarea, input:not([type=checkbox], [type=radio], [type=date], [type=time], [inputmode=none])';

/** Whether an on-screen keyboard covers part of the page. */
export function isKeyboardSeen(): boolean {
  const { visualViewport: seen, innerHeight } = window;
  return seen !== null && seen.height * seen.scale < innerHeight * KEYBOARD_LEAVES;
}

/** Whether an on-screen keyboard is visible or about to open (a text field is focused on a touch device). */
export function isKeyboardOpen(): boolean {
  if (isKeyboardSeen()) return true;
  return matchMedia('(pointer: coarse)').matches && document.activeElement?.matches(TYPED_INTO) === true;
}

/**
 * Calls `look` at once and whenever the visible area may have changed. When a tap on a button closes the keyboard, calls `look` only at the
 * click: a bar that moved earlier could make the tap miss its button. `look` must be a stable function.
 */
export function useRoomWatch(look: () => void): void {
  useLayoutEffect(() => {
    look();
    const over = new AbortController();
    const options = { signal: over.signal };
    document.addEventListener('focusin', () => isKeyboardOpen() && look(), options);
    // in the next frame: a read during the event would force a layout of what the click has changed
    const lookInFrame = () => requestAnimationFrame(look);
    for (const type of ['click', 'keyup']) document.addEventListener(type, lookInFrame, options);
    for (const view of [window, window.visualViewport]) view?.addEventListener('resize', look, options);
    return () => over.abort();
  }, [look]);
}
