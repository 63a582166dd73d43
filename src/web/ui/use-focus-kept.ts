import { useEffect, useRef } from 'react';

/** Calls `focus` when a list of `count` rows gets shorter and the row with the focus was removed. */
export function useFocusKept(count: number, focus: () => void): void {
  const last = useRef(count);
  useEffect(() => {
    const isShorter = count < last.current;
    last.current = count;
    if (isShorter && document.activeElement === document.body) focus();
  });
}
