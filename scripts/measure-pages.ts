/**
 * `npm run measure:pages [-- --rounds N --only /booking --lighthouse N --frames DIR --base DIR --out FILE]`: measures
 * the public pages on a slow phone. Prints Markdown for docs/measurements.md. `--lighthouse 0` skips Lighthouse.
 * `--base DIR` measures another checkout, alternately with this one; its packages must be installed.
 */
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { addDays, type WallDate } from '../src/domain/wall-clock.ts';
import { chromiumFlags, ensureChromium } from './machine/chromium.ts';
import { loadLine, median, short, table } from './measure/figures.ts';
import { takeFrames } from './measure/pages/frames.ts';
import { CATEGORIES, fetchLighthouse, lighthouse } from './measure/pages/lighthouse.ts';
import { PHONE_WORDS } from './measure/pages/phone.ts';
import { openFloor, openSide, type Role, type Side } from './measure/pages/sides.ts';
import { isBooking, type Visited, visit } from './measure/pages/visit.ts';
import { root } from './measure/server.ts';

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '5' },
    only: { type: 'string' },
    lighthouse: { type: 'string', default: '1' },
    frames: { type: 'string' },
    base: { type: 'string' },
    out: { type: 'string' },
  },
});

interface Aim {
  readonly side: Side;
  readonly path: string;
  readonly role: Role;
}
interface Seen extends Aim {
  readonly visits: Visited[];
  /** The measurements of visits with a tap on the first slot. */
  readonly taps: Visited[];
}

const LIGHTHOUSE_PAGES = ['/', '/services', '/booking', '/login'];
const DAY_AHEAD = '/booking?dan=…';
const PAGES: Record<Role, readonly string[]> = {
  visitor: ['/', '/services', '/booking', DAY_AHEAD, '/login', '/register', '/reset'],
  client: ['/', '/booking', DAY_AHEAD],
  admin: ['/', '/booking', '/admin', '/admin/calendar'],
};
const STRIP_DAYS = 14;

/**
 * Returns the path to visit. In DAY_AHEAD, replaces the placeholder with the last day of the booking page's day strip
 * that has a slot.
 */
async function addressOf({ url }: Side, path: string): Promise<string> {
  if (path !== DAY_AHEAD) return path;
  const today = new Date().toISOString().slice(0, 10) as WallDate;
  const free = await fetch(`${url}/api/appointments?from=${today}&to=${addDays(today, STRIP_DAYS - 2)}`);
  const slots = (await free.json()) as { start_datetime: string }[];
  return path.replace('…', slots.at(-1)?.start_datetime.slice(0, 10) ?? today);
}

function aimsAt(sides: readonly Side[]): Aim[] {
  const roles = Object.entries(PAGES) as [Role, readonly string[]][];
  const pages = roles.flatMap(([role, paths]) => paths.map((path) => ({ role, path })));
  const asked = pages.filter(({ path }) => values.only === undefined || path.split('?')[0] === values.only);
  return asked.flatMap((page) => sides.map((side) => ({ ...page, side })));
}

const KINDS = ['Document', 'Stylesheet', 'Script', 'Font'];
const BYTES_PER_KB = 1000;

function rowOf({ side, path, role, visits, taps }: Seen): string[] {
  const of = (key: 'fcpMs' | 'lcpMs' | 'shift' | 'shownMs' | 'firstScripts' | 'scripts' | 'files') =>
    short(median(visits.map((one) => one[key])));
  const kb = (has: (kind: string) => boolean) => {
    const sums = visits.map(({ bytes }) =>
      Object.entries(bytes).reduce((sum, [kind, more]) => (has(kind) ? sum + more : sum), 0),
    );
    return (median(sums) / BYTES_PER_KB).toFixed(1);
  };
  return [
    `${side.name}: \`${path}\` as ${role}`,
    ...[of('fcpMs'), of('lcpMs'), of('shownMs'), short(median(taps.map(({ usableMs }) => usableMs)))],
    ...[of('shift'), `${of('firstScripts')} / ${of('scripts')} / ${of('files')}`],
    ...KINDS.map((kind) => kb((one) => one === kind)),
    ...[kb((one) => !KINDS.includes(one)), kb(() => true)],
  ];
}
const HEADS = ['page', 'FCP', 'LCP', 'free time shown', 'usable', 'CLS', 'scripts at first / all / files'];
const KB_HEADS = ['HTML kB', 'CSS', 'JS', 'fonts', 'rest', 'all'];

async function phoneTable(sides: readonly Side[]): Promise<string> {
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  const floor = await openFloor();
  try {
    const aims = [{ side: floor, path: '/', role: 'visitor' } as const, ...aimsAt(sides)];
    const seen: Seen[] = aims.map((aim) => ({ ...aim, visits: [], taps: [] }));
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const { side, path, role, visits, taps } of seen) {
        const address = await addressOf(side, path);
        visits.push(await visit(browser, side, address, { role, isTapped: false }));
        if (isBooking(path)) taps.push(await visit(browser, side, address, { role, isTapped: true }));
      }
      console.error(`round ${round + 1}`);
    }
    const rows = table([...HEADS, ...KB_HEADS], seen.map(rowOf));
    console.error(rows); // prints the table now, because the next measurements are slow and may fail
    if (values.frames !== undefined) await takeFrames(browser, sides, values.frames);
    return rows;
  } finally {
    await browser.close();
    await floor.stop();
  }
}

function lighthouseTable(sides: readonly Side[]): string {
  const runs = Number(values.lighthouse);
  if (runs === 0) return '';
  fetchLighthouse();
  const pages = LIGHTHOUSE_PAGES.filter((path) => values.only === undefined || path === values.only);
  const aims = pages.flatMap((path) => sides.map((side) => ({ path, side })));
  const rows = aims.map(({ path, side }) => {
    const seen = Array.from({ length: runs }, () => lighthouse(`${side.url}${path}`));
    const scores = CATEGORIES.map((_, n) => short(median(seen.map(({ scores }) => scores[n] ?? Number.NaN))));
    const faults = new Set(seen.flatMap(({ faults }) => faults));
    return [`${side.name}: \`${path}\``, ...scores, [...faults].join('; ')];
  });
  return table(['Lighthouse, mobile', ...CATEGORIES, 'faults beside performance'], rows);
}

const before = loadLine();
const sides: Side[] = [];
try {
  if (values.base !== undefined) sides.push(await openSide('before', resolve(values.base)));
  sides.push(await openSide(values.base === undefined ? 'demo' : 'after', root));
  const phone = Number(values.rounds) > 0 ? await phoneTable(sides) : '';
  const scores = lighthouseTable(sides);
  const words = `${PHONE_WORDS}; medians of ${values.rounds} rounds, by turns.`;
  const loads = `Before: ${before}.\nAfter: ${loadLine()}.`;
  const report = [words, loads, phone, scores].filter(Boolean).join('\n\n');
  console.log(report);
  if (values.out !== undefined) writeFileSync(values.out, `${report}\n`);
} finally {
  for (const side of sides) await side.stop();
}
