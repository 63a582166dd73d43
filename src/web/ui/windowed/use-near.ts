import { type RefObject, useEffect, useRef, useState } from 'react';

const MARGIN_PX = 1200; // drawn this far ahead, so that a swift thumb meets rows, not gaps

type Heard = (entry: IntersectionObserverEntry) => void;
const heardBy = new WeakMap<Element, Heard>();
let observer: IntersectionObserver | null = null;

/** One observer for all: a list has hundreds of chunks. */
function observe(element: Element, heard: Heard): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const entry of entries) heardBy.get(entry.target)?.(entry);
    },
    { rootMargin: `${MARGIN_PX}px 0px` },
  );
  heardBy.set(element, heard);
  observer.observe(element);
  return () => {
    observer?.unobserve(element);
    heardBy.delete(element);
  };
}

export interface Near<E extends Element> {
  ref: RefObject<E | null>;
  isNear: boolean;
  /** As high as it was when it went out of sight; null before that. */
  heightPx: number | null;
}

/** Is the element in sight, or soon? What has the focus stays near, however far it is scrolled away. */
export function useNear<E extends Element>(isNearFirst: boolean): Near<E> {
  const ref = useRef<E>(null);
  const [state, setState] = useState({ isNear: isNearFirst, heightPx: null as number | null });
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    return observe(element, ({ isIntersecting, boundingClientRect }) => {
      if (isIntersecting) setState((was) => ({ ...was, isNear: true }));
      else if (!element.contains(document.activeElement))
        setState((was) => ({
          isNear: false,
          heightPx: was.isNear ? boundingClientRect.height : was.heightPx,
        }));
    });
  }, []);
  return { ref, ...state };
}
