import { keyIn } from './entry.ts';

/** The number of open sheets in the current history entry. */
export const depthHere = (): number => Number(String(window.history.state).split('|')[1] ?? 0);

/** The state of an entry of the current navigation with `depth` open sheets and the current scroll position. */
export const stateHere = (depth: number): string =>
  `${keyIn(window.history.state) ?? ''}|${depth}|${Math.round(window.scrollY)}`;
