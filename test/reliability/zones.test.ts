import { afterEach, expect, test, vi } from 'vitest';
import { addDays, dateOf, type WallTime } from '../../src/domain/wall-clock.ts';
import { emptyTables } from '../support/contents.ts';
import { engines } from '../support/databases/databases.ts';
import type { Salon } from '../support/salon.ts';
import { trial } from '../support/trials/trial.ts';

/** Time zones of the server, some far from the salon's or without daylight saving time, with their getTimezoneOffset() in January. */
const SERVER_ZONES = { UTC: 0, 'America/Los_Angeles': 480, 'Asia/Kolkata': -330, 'Pacific/Kiritimati': -840 };
/** Moments at which the test runs, each as [instant in UTC, local time of the salon]. */
const MOMENTS = {
  'the night before the clocks go back': ['2026-10-24T21:30:00Z', '2026-10-24 23:30:00'],
  'the day on which they went back': ['2026-10-25T08:10:00Z', '2026-10-25 09:10:00'],
  'the night before they go forward': ['2027-03-27T22:30:00Z', '2027-03-27 23:30:00'],
  'the day on which they went forward': ['2027-03-28T07:10:00Z', '2027-03-28 09:10:00'],
  'the end of the year': ['2026-12-31T22:59:00Z', '2026-12-31 23:59:00'],
  'a leap day': ['2028-02-29T07:00:00Z', '2028-02-29 08:00:00'],
  midnight: ['2026-11-17T23:00:00Z', '2026-11-18 00:00:00'],
} as const;

const zoneOfThisProcess = process.env.TZ;
afterEach(() => {
  if (zoneOfThisProcess === undefined) delete process.env.TZ;
  else process.env.TZ = zoneOfThisProcess;
});

/** Loads the server's modules again in the given time zone, because they keep state that depends on it. */
async function freshModules(zone: string) {
  process.env.TZ = zone;
  vi.resetModules();
  const { aClient, aSlot, seen } = await import('../support/builders.ts');
  return { aClient, aSlot, seen, ...(await import('../support/salon.ts')) };
}

/** Sends typical requests of a day to an empty salon. Returns the responses. */
async function transcript(
  { aClient, aSlot, seen }: Awaited<ReturnType<typeof freshModules>>,
  salon: Salon,
  [instant, now]: readonly [string, WallTime],
) {
  await emptyTables(salon.db);
  salon.clock.advanceMs(Date.parse(instant) - salon.clock.ms());
  expect(salon.clock.wall()).toBe(now);
  const admin = await salon.loggedIn(salon.admin.id); // a new login, because an earlier session may have expired by now
  const client = await aClient(salon, { name: 'Ana', email: 'ana@primer.rs', phone: '0641' });
  const today = dateOf(now);
  const day = addDays(today, 1);
  const twoWeeks = { from: today, to: addDays(today, 14) };
  for (const weekday of [1, 2, 3, 4, 5, 6])
    await admin.call('POST /templates', {
      body: { weekday, time_start: '09:00:00', duration_minutes: 60 },
    });
  const generated = await admin.call('POST /templates/generate-range', {
    body: { from: today, weeks: 2 },
  });
  const free = await salon.visitor.call('GET /appointments', { query: twoWeeks });
  const start: WallTime = `${day} 15:00:00`;
  const id = await aSlot(salon, start);
  const responses = [
    await client.call('POST /appointments/{id}/book', { params: { id }, body: seen(start) }),
    await client.call('GET /appointments/upcoming'),
    await client.call('POST /appointments/{id}/cancel', { params: { id }, body: { reason: 'Ne mogu' } }),
    await admin.call('GET /notifications', { query: {} }),
    await admin.call('GET /appointments/list', { query: { from: today, to: day } }),
    await admin.call('GET /analytics/appointments-per-day', { query: twoWeeks }),
  ];
  return { generated, free, responses };
}

test.each(engines)(
  'responses do not depend on the time zone of the server (%s)',
  async (engine) => {
    trial({ what: 'clock', cases: Object.keys(SERVER_ZONES).length * Object.keys(MOMENTS).length });
    const transcripts: Record<string, Awaited<ReturnType<typeof transcript>>>[] = [];
    for (const [zone, offset] of Object.entries(SERVER_ZONES)) {
      const modules = await freshModules(zone);
      expect(new Date(2026, 0, 1).getTimezoneOffset(), 'the zone of the server').toBe(offset);
      const salon = await modules.openSalon(engine);
      const days: (typeof transcripts)[number] = {};
      for (const [what, moment] of Object.entries(MOMENTS))
        days[what] = await transcript(modules, salon, moment);
      await salon.close();
      transcripts.push(days);
    }
    const [first, ...others] = transcripts;
    for (const other of others) expect(other).toEqual(first);
    for (const { free } of Object.values(first ?? {})) {
      expect(free.length).toBeGreaterThanOrEqual(10);
      for (const { start_datetime } of free) expect(start_datetime).toMatch(/ 09:00:00$/);
    }
  },
  120_000,
);
