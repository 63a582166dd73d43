import type { ReactNode } from 'react';

/** The screen widths in rem at which scripts change the layout of a page. */
export const WIDTHS_REM = [48, 64, 68.75, 80] as const;
export type WidthRem = (typeof WIDTHS_REM)[number];

/**
 * State of the build while it renders frames (src/web/app/frames.tsx), unlike the server with a stored role and a screen. `tabs`: the tabs
 * of the rendered page; `page`: what stands for the page of the path. Readers check `import.meta.env.SSR` first, so that browsers load none of it.
 */
export const frame: { isOn: boolean; tabs: readonly string[]; page: ReactNode } = {
  isOn: false,
  tabs: [],
  page: null,
};

/** Stands for the salon's name in a frame; the server replaces it. */
export const SALON_NAME = '\uE000';
