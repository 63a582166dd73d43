/**
 * `npm run pictures [-- NAME …]`: takes the screenshots of /admin/help and of the README from a demo salon. Run it
 * after changes of the shown screens; the resulting files are committed. With names (`poziv`, `kalendar`), takes only
 * the screenshots of these names.
 */
import { join } from 'node:path';
import { type Browser, chromium, type Locator, type Page } from '@playwright/test';
import sharp from 'sharp';
import { chromiumFlags, ensureChromium } from './machine/chromium.ts';
import { GALLERY, type View } from './pictures/gallery.ts';
import { arrive, type DemoSalon, openDemoSalon } from './pictures/salon.ts';
import { WALKS } from './pictures/walks.ts';

const root = join(import.meta.dirname, '..');
const HELP_FOLDER = join(root, 'src', 'web', 'help', 'pictures');
const README_FOLDER = join(root, 'docs', 'pictures');

const PHONE = { width: 390, height: 600 };
const HELP_WIDTH = 480; // twice the largest width at which the help page shows the pictures
const README_WIDTH = 1600;
const WEBP_QUALITY = 82;

/** Styles that make screenshots reproducible: one font, no animations, no text cursor. */
const STYLE = `
  :root { --font-text: Inter, system-ui, sans-serif !important; }
  *, ::before, ::after { animation: none !important; transition: none !important; caret-color: transparent !important; }
  :focus-visible { outline: none !important; }`;

const RING = `position: fixed; z-index: 9; border: 3px solid #8e2a44; border-radius: 14px; margin: 0; padding: 0;
  background: none; box-shadow: 0 0 0 3px rgb(255 255 255 / .9); pointer-events: none`;

/** Draws a ring around the element to tap. A popover shows the ring above everything else, also above dialogs. */
async function ring(target: Locator): Promise<void> {
  await target.scrollIntoViewIfNeeded();
  await target.evaluate((element, look) => {
    const { left, top, width, height } = element.getBoundingClientRect();
    const drawn = document.createElement('div');
    const place = { left: left - 6, top: top - 6, width: width + 12, height: height + 12 };
    const box = Object.entries(place).map(([side, px]) => `${side}: ${px}px`);
    drawn.id = 'ring';
    drawn.popover = 'manual';
    drawn.style.cssText = `${look}; inset: auto; ${box.join('; ')}`;
    document.body.append(drawn);
    drawn.showPopover();
  }, RING);
}

const removeRing = (page: Page): Promise<void> =>
  page.evaluate(() => document.getElementById('ring')?.remove());

async function save(page: Page, path: string, width: number): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  await page.waitForLoadState('networkidle');
  await page.addStyleTag({ content: STYLE });
  const picture = sharp(await page.screenshot())
    .resize({ width })
    .webp({ quality: WEBP_QUALITY });
  const { size } = await picture.toFile(path);
  console.log(`${path.slice(root.length + 1)}: ${(size / 1000).toFixed(1)} kB`);
}

/** Opens a page of a newly created demo salon, so that no screenshot shows changes from an earlier one. */
async function withPage(browser: Browser, view: View, draw: (page: Page) => Promise<void>): Promise<void> {
  const salon: DemoSalon = await openDemoSalon();
  const context = await browser.newContext({
    baseURL: salon.url,
    viewport: view.size,
    deviceScaleFactor: 2,
    hasTouch: view.isTouch,
    isMobile: view.isTouch,
    colorScheme: view.isDark ? 'dark' : 'light',
    locale: 'sr-Latn-RS',
    timezoneId: 'Europe/Belgrade',
    bypassCSP: true,
  });
  try {
    // blocks the event stream, because with an open stream the network would never be idle
    await context.route(/\/api\/events/, (route) => route.abort());
    const page = await context.newPage();
    await arrive(page, salon, view.who);
    await draw(page);
  } finally {
    await context.close();
    await salon.close();
  }
}

async function drawTask(browser: Browser, id: string): Promise<void> {
  const walk = WALKS[id];
  if (!walk) throw new Error(`No walk is named ${id}.`);
  await withPage(browser, { who: 'admin', size: PHONE, isTouch: true }, async (page) => {
    let step = 0;
    for await (const target of walk(page)) {
      await target.waitFor();
      await page.waitForLoadState('networkidle');
      await page.addStyleTag({ content: STYLE });
      await ring(target);
      step += 1;
      await save(page, join(HELP_FOLDER, `${id}-${step}.webp`), HELP_WIDTH);
      await removeRing(page);
    }
  });
}

const names = process.argv.slice(2);
const isAsked = (name: string): boolean => names.length === 0 || names.includes(name);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  for (const id of Object.keys(WALKS).filter(isAsked)) await drawTask(browser, id);
  for (const [name, view] of Object.entries(GALLERY).filter(([name]) => isAsked(name)))
    await withPage(browser, view, async (page) => {
      await view.open(page);
      await save(page, join(README_FOLDER, `${name}.webp`), Math.min(view.size.width * 2, README_WIDTH));
    });
} finally {
  await browser.close();
}
