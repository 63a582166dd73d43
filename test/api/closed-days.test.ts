import { beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/domain/wall-clock.ts';
import { aClient } from '../support/builders.ts';
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

  test('shows closed days to everybody alike, soonest first and without a reason', async () => {
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
    'from %s to %s the salon is closed on %j, shown with the full range of each absence',
    async (from, to, expected) => {
      expect(await closed(from, to)).toEqual(expected);
    },
  );

  test('returns at most 62 days, and rejects a reversed range', async () => {
    expect(await closed('2026-12-01', addDays('2026-12-01', 61))).toEqual([FAIR, ONE_DAY]);
    await expectRefused(closed('2026-12-01', addDays('2026-12-01', 62)), 'range_too_long');
    await expectRefused(closed('2026-12-02', '2026-12-01'), 'range_reversed');
    await expectRefused(closed('2026-02-30', '2026-12-01'), 'bad_input');
  });
});

describe.each([
  [{}, false],
  [{ SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'salon@primer.rs', PUBLIC_URL: 'https://lunula.rs' }, true],
])('a salon with the settings %j', (settings, mail) => {
  withSalon('sqlite', { settings });
  test(`reports whether the salon sends mails: ${mail}`, async () => {
    expect(await salon.visitor.call('GET /salon')).toMatchObject({ mail });
  });
});
