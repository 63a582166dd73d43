type State = string | null;

/** Reads the navigation's key from the state of a history entry. The state is 'key|open sheets|scroll position in px'. */
export const keyIn = (state: State): string | null => state?.split('|')[0] || null;
export const topIn = (state: State): number => Number(state?.split('|')[2] ?? 0);

/** Runs a navigation. back-steps.ts replaces `pass` by a function that first removes the history entries of open sheets. */
export const gate = { pass: (go: () => void): void => go() };
