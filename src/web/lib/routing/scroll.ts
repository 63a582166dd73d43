/** Scrolling for the router. scroll-positions.ts loads after the first screen and restores positions on Back. */
export const scroll = {
  toTop: (): void => window.scrollTo(0, 0),
  /** Called when the page of a history entry is on the screen. The entry is named by its navigation key, else by its path. */
  onShown: (_entry: string): void => undefined,
};
