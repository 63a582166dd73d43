// Touch gestures, sent as the browser's own input events.
import type { CDPSession, Page } from '@playwright/test';
import type { Point } from './grid.ts';

const STEPS = 10;

export interface Finger {
  down(at: Point): Promise<void>;
  /** Moves the finger in several steps, one per frame. */
  to(from: Point, to: Point): Promise<void>;
  up(): Promise<void>;
}

async function touch(session: CDPSession, type: 'touchStart' | 'touchMove' | 'touchEnd', at?: Point) {
  await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [at] : [] });
}

export async function fingerOn(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  return {
    down: (at) => touch(session, 'touchStart', at),
    to: async (from, to) => {
      for (let step = 1; step <= STEPS; step++) {
        const share = step / STEPS;
        await touch(session, 'touchMove', {
          x: from.x + (to.x - from.x) * share,
          y: from.y + (to.y - from.y) * share,
        });
        await nextFrame(page);
      }
    },
    up: () => touch(session, 'touchEnd'),
  };
}

export const nextFrame = (page: Page) =>
  page.evaluate(() => new Promise<void>((resolve) => requestAnimationFrame(() => resolve())));

/** Waits until the page has recognized a long press: it marks the appointment or draws the preview of a new slot. */
export const longPressed = (page: Page): Promise<void> =>
  page.locator('[data-pressed], .cal-drag-preview').first().waitFor();

/** Touches `from`, moves the finger to `to` and lifts it. If `rests`, waits for a long press before the movement. */
export async function slide(page: Page, from: Point, to: Point, rests: boolean): Promise<void> {
  const finger = await fingerOn(page);
  await finger.down(from);
  if (rests) await longPressed(page);
  await finger.to(from, to);
  await finger.up();
}
