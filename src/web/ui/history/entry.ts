type State = string | null;

/** Reads the navigation's key from the state of a history entry: 'key|number of open sheets|scroll position in px'. */
export const keyIn = (state: State): string | null => state?.split('|')[0] || null;
export const topIn = (state: State): number => Number(state?.split('|')[2] ?? 0);

/** Runs a navigation. back-steps.ts replaces `pass` by a function that first removes the history entries of open sheets. */
export const gate = { pass: (go: () => void): void => go() };

/** The number of open sheets in the current history entry. */
export const depthHere = (): number => Number(String(window.history.state).split('|')[1] ?? 0);

/** The state of an entry of the current navigation with `depth` open sheets and the current scroll position. */
export const stateHere = (depth: number): string =>
  `${keyIn(window.history.state) ?? ''}|${depth}|${Math.round(window.scrollY)}`;
