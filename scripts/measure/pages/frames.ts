// Takes screenshots of each page at four moments while it loads. Writes them as files, and all together as one
// picture.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';
import { openPhone } from './phone.ts';
import type { Role, Side } from './sides.ts';

const MOMENTS_MS = [300, 600, 900, 1600];
const PAGES = ['/', '/booking'];
const ROLES: readonly Role[] = ['visitor', 'client', 'admin'];
const MORE_MS = 400; // how long to wait for late frames, because the browser delivers them with a delay
const PICTURE_WIDTH = 220;

/** The DevTools event that delivers one frame of a screencast. */
interface Screencast {
  readonly data: string;
  readonly metadata: { readonly timestamp?: number };
  readonly sessionId: number;
}

interface Frame {
  readonly atMs: number;
  readonly picture: string;
}

/** Returns all frames of a page load, each with its time since the start of the navigation. */
async function recorded(browser: Browser, side: Side, path: string, role: Role): Promise<Frame[]> {
  const { page, devtools, close } = await openPhone(browser, side.url, side.stored[role]);
  try {
    const frames: { at: number; picture: string }[] = [];
    const keep = ({ data, metadata, sessionId }: Screencast) => {
      frames.push({ at: (metadata.timestamp ?? 0) * 1000, picture: data });
      void devtools.send('Page.screencastFrameAck', { sessionId });
    };
    devtools.on('Page.screencastFrame', keep);
    await devtools.send('Page.startScreencast', { format: 'jpeg', quality: 70, everyNthFrame: 1 });
    await page.goto(`${side.url}${path}`, { waitUntil: 'commit' });
    const beginning = await page.evaluate(() => performance.timeOrigin);
    await page.waitForTimeout(Math.max(...MOMENTS_MS) + MORE_MS);
    devtools.off('Page.screencastFrame', keep);
    await devtools.send('Page.stopScreencast'); // resolves only when all frames have arrived
    return frames.map(({ at, picture }) => ({ atMs: at - beginning, picture }));
  } finally {
    await close();
  }
}

const nameOf = (side: Side, path: string, role: Role, ms: number): string =>
  `${[side.name, path.slice(1) || 'home', role, ms].join('-').replaceAll(' ', '_')}.jpg`;

/** Writes the frames to `folder`, and also `sheet.png` with one row for each page, role and checkout. */
export async function takeFrames(browser: Browser, sides: readonly Side[], folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const rows: string[] = [];
  for (const path of PAGES)
    for (const role of ROLES)
      for (const side of sides) {
        const frames = await recorded(browser, side, path, role);
        const cells = MOMENTS_MS.map((ms) => {
          const shown = frames.findLast(({ atMs }) => atMs <= ms && atMs >= 0);
          if (!shown) return `<td><div></div>${ms} ms</td>`;
          const file = join(folder, nameOf(side, path, role, ms));
          writeFileSync(file, Buffer.from(shown.picture, 'base64'));
          return `<td><img src="data:image/jpeg;base64,${readFileSync(file, 'base64')}">${ms} ms</td>`;
        });
        rows.push(`<tr><th>${side.name}<br>${path}<br>${role}</th>${cells.join('')}</tr>`);
      }
  const style = `img, div { width: ${PICTURE_WIDTH}px; aspect-ratio: 390 / 844; border: 1px solid #999; display: block }`;
  const sheet = await browser.newPage({ viewport: { width: 1100, height: 800 } });
  await sheet.setContent(
    `<style>${style} body { font: 14px sans-serif }</style><table>${rows.join('')}</table>`,
  );
  await sheet.screenshot({ path: join(folder, 'sheet.png'), fullPage: true });
  await sheet.close();
}
