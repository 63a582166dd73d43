import { matches, minWidth, useMedia } from '../../ui/browser.ts';
import type { WidthRem } from '../../ui/frame.ts';

const DESKTOP_REM: WidthRem = 68.75;

/** Whether the screen is wide enough for several columns on the owner's pages. */
export const useIsDesktop = (): boolean => useMedia(minWidth(DESKTOP_REM));
export const isDesktop = (): boolean => matches(minWidth(DESKTOP_REM));

export const useHasRoomForPanel = (): boolean => useMedia(minWidth(80));

export const useHasMouse = (): boolean => useMedia('(pointer: fine)');
