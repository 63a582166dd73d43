// A real finger, by the browser's own touch events.
import type { CDPSession, Page } from '@playwright/test';
import type { Point } from './grid.ts';

const STEPS = 10;

export interface Finger {
  down(at: Point): Promise<void>;
  /** In steps of a frame each. */
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

/** The finger has rested long enough: what it presses is marked, or on the empty grid the first quarter of a slot is drawn. */
export const longPressed = (page: Page): Promise<void> =>
  page.locator('[data-pressed], .cal-drag-preview').first().waitFor();

/** Goes from one place to another; `rests` first, as one does to take hold of something. */
export async function slide(page: Page, from: Point, to: Point, rests: boolean): Promise<void> {
  const finger = await fingerOn(page);
  await finger.down(from);
  if (rests) await longPressed(page);
  await finger.to(from, to);
  await finger.up();
}
