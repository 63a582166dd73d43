/** Scrolls for the router. scroll-positions.ts, which loads after the first screen, adds that Back restores positions. */
export const scroll = {
  toTop: (): void => window.scrollTo(0, 0),
  /** Called when the page of a navigation is on the screen. */
  onShown: (_key: string | null): void => undefined,
};
