/** Scrolls for the router. scroll-positions.ts, which loads after the first screen, adds that Back restores positions. */
export const scroll = {
  toTop: (): void => window.scrollTo(0, 0),
  /** Called when the page of a history entry is on the screen. The entry is named by its navigation key, else by its path. */
  onShown: (_entry: string): void => undefined,
};
