import { useEffect, useRef } from 'react';

/** Calls `focus` when a row disappears from a list and no element has the focus any more. `keys` identify the rows. */
export function useFocusKept(keys: readonly (number | string)[], focus: () => void): void {
  const last = useRef(keys);
  useEffect(() => {
    const isRowGone = last.current.some((key) => !keys.includes(key));
    last.current = keys;
    if (isRowGone && document.activeElement === document.body) focus();
  });
}
