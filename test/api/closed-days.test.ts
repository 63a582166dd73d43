import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/domain/wall-clock.ts';
import { aClient, anAppointment } from '../support/builders.ts';
import { atHour } from '../support/days.ts';
import { expectRefused } from '../support/refused.ts';
import type { Person } from '../support/salon.ts';
import { onBothEngines, salon, withSalon } from '../support/salon-test.ts';

const closed = (from: string, to: string, who: Person = salon.visitor) =>
  who.call('GET /appointments/closed', { query: { from, to } });
const FAIR = { date_from: '2026-12-10', date_to: '2026-12-12' };
const ONE_DAY = { date_from: '2026-12-20', date_to: '2026-12-20' };

onBothEngines('closed days', () => {
  beforeAll(async () => {
    for (const absence of [ONE_DAY, FAIR])
      await salon.admin.call('POST /annual', { body: { ...absence, reason: 'Sajam u Novom Sadu' } });
  });

  test('everybody sees the same closed days, soonest first and without a reason', async () => {
    for (const who of [salon.visitor, await aClient(salon), salon.admin])
      expect(await closed('2026-12-01', '2026-12-31', who)).toEqual([FAIR, ONE_DAY]);
  });

  test.each([
    ['2026-12-01', '2026-12-09', []],
    ['2026-12-01', '2026-12-10', [FAIR]],
    ['2026-12-11', '2026-12-11', [FAIR]],
    ['2026-12-12', '2026-12-19', [FAIR]],
    ['2026-12-13', '2026-12-19', []],
    ['2026-12-12', '2026-12-20', [FAIR, ONE_DAY]],
    ['2026-12-21', '2026-12-31', []],
  ])(
    'a request for the closed days from %s to %s returns %j, with the full range of each absence',
    async (from, to, expected) => {
      expect(await closed(from, to)).toEqual(expected);
    },
  );

  test('rejects a range of more than 62 days, a reversed range and an invalid date', async () => {
    expect(await closed('2026-12-01', addDays('2026-12-01', 61))).toEqual([FAIR, ONE_DAY]);
    await expectRefused(closed('2026-12-01', addDays('2026-12-01', 62)), 'range_too_long');
    await expectRefused(closed('2026-12-02', '2026-12-01'), 'range_reversed');
    await expectRefused(closed('2026-02-30', '2026-12-01'), 'bad_input');
  });
});

const emptyIn = (from: string, to: string, who: Person = salon.visitor) =>
  who.call('GET /appointments/empty-days', { query: { from, to } });

onBothEngines('days without an appointment', () => {
  const STATUSES = ['AVAILABLE', 'BOOKED', 'BLOCKED', 'CANCELLED'] as const;

  test('a day is listed as empty only if it has no appointments, not even blocked or canceled ones; every user gets the same list', async () => {
    for (const [n, status] of STATUSES.entries())
      await anAppointment(salon, atHour(addDays('2026-12-07', n), 9), {
        status,
        ...(status === 'BOOKED' && { guest_name: 'Gošća', booked_at: salon.clock.ms() }),
      });
    for (const who of [salon.visitor, await aClient(salon), salon.admin])
      expect(await emptyIn('2026-12-06', '2026-12-12', who)).toEqual([
        '2026-12-06',
        '2026-12-11',
        '2026-12-12',
      ]);
    expect(await emptyIn('2026-12-07', '2026-12-10')).toEqual([]);
  });

  test('a day is not empty once it has a slot, and is empty again after the slot is deleted', async () => {
    const day = '2026-12-14';
    const body = { start_datetime: `${day} 09:00:00`, duration_minutes: 60 };
    const { id } = await salon.admin.call('POST /appointments/slot', { body });
    expect(await emptyIn(day, day)).toEqual([]);
    await salon.admin.call('DELETE /appointments/{id}', { params: { id } });
    expect(await emptyIn(day, day)).toEqual([day]);
  });

  test('rejects a range of more than 62 days and a reversed range', async () => {
    expect(await emptyIn('2027-02-01', addDays('2027-02-01', 61))).toHaveLength(62);
    await expectRefused(emptyIn('2027-02-01', addDays('2027-02-01', 62)), 'range_too_long');
    await expectRefused(emptyIn('2026-12-02', '2026-12-01'), 'range_reversed');
  });
});

describe.each([
  [{}, false],
  [{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'salon@primer.rs', PUBLIC_URL: 'https://lunula.rs' }, true],
])('a salon with the settings %j', (settings, mail) => {
  withSalon('sqlite', { settings });
  test(`GET /salon returns whether the salon can send mails: ${mail}`, async () => {
    expect(await salon.visitor.call('GET /salon')).toMatchObject({ mail });
  });
});
