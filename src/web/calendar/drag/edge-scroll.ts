/** While something is dragged near an edge of what can be seen, the view goes on in that direction. */

const EDGE_PX = 44;
const FASTEST_PX = 14; // a frame

interface Edges {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** How fast at `at`, between `from` and `to`: faster the nearer to an edge. */
function speed(at: number, from: number, to: number): number {
  if (at < from + EDGE_PX) return -FASTEST_PX * Math.min(1, (from + EDGE_PX - at) / EDGE_PX);
  if (at > to - EDGE_PX) return FASTEST_PX * Math.min(1, (at - to + EDGE_PX) / EDGE_PX);
  return 0;
}

/** The box, as far as the window shows it. */
function edgesOf(scroller: HTMLElement): Edges {
  const { left, right, top, bottom } = scroller.getBoundingClientRect();
  return { left, right, top: Math.max(0, top), bottom: Math.min(window.innerHeight, bottom) };
}

const isCut = (scroller: HTMLElement): boolean => {
  const { top, bottom } = scroller.getBoundingClientRect();
  return top < 0 || bottom > window.innerHeight;
};

const scrolledTo = (scroller: HTMLElement): string =>
  [scroller.scrollTop, scroller.scrollLeft, window.scrollY].join();

export interface EdgeScroll {
  /** The pointer is here now. */
  at: (x: number, y: number) => void;
  stop: () => void;
}

/** `onScrolled`: the pointer stands over something else now. */
export function startEdgeScroll(scroller: HTMLElement, onScrolled: () => void): EdgeScroll {
  let pointer: { x: number; y: number } | null = null;
  let edges = edgesOf(scroller);
  let frame = requestAnimationFrame(function step() {
    frame = requestAnimationFrame(step);
    if (!pointer) return;
    const [dx, dy] = [speed(pointer.x, edges.left, edges.right), speed(pointer.y, edges.top, edges.bottom)];
    if (dx === 0 && dy === 0) return;
    const before = scrolledTo(scroller);
    scroller.scrollBy(dx, dy);
    if (isCut(scroller)) window.scrollBy(0, dy);
    if (before === scrolledTo(scroller)) return;
    edges = edgesOf(scroller);
    onScrolled();
  });
  return {
    at: (x, y) => {
      pointer = { x, y };
    },
    stop: () => cancelAnimationFrame(frame),
  };
}
