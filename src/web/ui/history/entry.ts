/** The key of the navigation in `history.state`: 'key', or 'key|2' in the entry of the second open sheet. */
export const keyIn = (state: string | null): string | null => state?.split('|')[0] || null;

/** Lets navigations pass; back-steps.ts first removes the entries of open sheets. */
export const gate = { pass: (go: () => void): void => go() };
