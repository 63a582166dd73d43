import { useLayoutEffect } from 'react';

const KEYBOARD_LEAVES = 0.75; // of the height; a phone's keyboard takes more than the rest
const TYPED_INTO =
  'textarea, input:not([type=checkbox], [type=radio], [type=date], [type=time], [inputmode=none])';

/** Is much less to be seen than there is? A phone's keyboard covers the rest. */
export function isKeyboardSeen(): boolean {
  const { visualViewport: seen, innerHeight } = window;
  return seen !== null && seen.height * seen.scale < innerHeight * KEYBOARD_LEAVES;
}

/** The same, or a keyboard is about to open: on a finger's phone a text field has the focus. */
export function isKeyboardOpen(): boolean {
  if (isKeyboardSeen()) return true;
  return matchMedia('(pointer: coarse)').matches && document.activeElement?.matches(TYPED_INTO) === true;
}

/**
 * Looks at once and whenever the room on the screen may have changed. When a keyboard closes, that is after the press which
 * closed it: a bar that moved while the finger is on its button would not be pressed. `look` is to stay the same.
 */
export function useRoomWatch(look: () => void): void {
  useLayoutEffect(() => {
    const onFocus = () => isKeyboardOpen() && look();
    look();
    document.addEventListener('focusin', onFocus);
    document.addEventListener('click', look);
    document.addEventListener('keyup', look);
    window.addEventListener('resize', look);
    window.visualViewport?.addEventListener('resize', look);
    return () => {
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('click', look);
      document.removeEventListener('keyup', look);
      window.removeEventListener('resize', look);
      window.visualViewport?.removeEventListener('resize', look);
    };
  }, [look]);
}
