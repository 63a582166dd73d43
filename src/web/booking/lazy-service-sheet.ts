import { lazyPage } from '../lib/routing/lazy-page.ts';

/** The price list to choose from. No page shows it at first. */
export const serviceSheet = lazyPage(() => import('./service-sheet.tsx'));
