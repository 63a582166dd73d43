// A real finger, by the browser's own touch events.
import type { CDPSession, Page } from '@playwright/test';
import type { Point } from './grid.ts';

const REST_MS = 450;
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
        await page.waitForTimeout(16);
      }
    },
    up: () => touch(session, 'touchEnd'),
  };
}

/** Goes from one place to another; `rests` first, as one does to take hold of something. */
export async function slide(page: Page, from: Point, to: Point, rests: boolean): Promise<void> {
  const finger = await fingerOn(page);
  await finger.down(from);
  if (rests) await page.waitForTimeout(REST_MS);
  await finger.to(from, to);
  await finger.up();
}
