import { expect, test } from 'vitest';
import { type TechnicianId, toId, type UserId } from '#domain/ids.ts';
import { statisticsCsv } from './csv.ts';

const ANA = toId<UserId>(1);
const totals = {
  booked: 3,
  revenue: 2500.5,
  without_service: 1,
  no_shows: 1,
  clients: 2,
  utilization: 82.5,
};
const month = {
  period: { from: '2026-11-01' as const, to: '2026-11-02' as const },
  days: [
    { date: '2026-11-01' as const, count: 3 },
    { date: '2026-11-02' as const, count: 0 },
  ],
  revenue: [{ name: 'Gel lak; francuski', revenue: 2500.5 }],
  services: [{ name: 'Manikir "kratki"', count: 3 }],
  clients: [{ id: ANA, client_id: ANA, client: '=HYPERLINK("x")', count: 2 }],
  utilization: { utilization: 82.5, booked: 3, available: 1, blocked: 0, cancelled: 2 },
  revenuePerDay: [
    { date: '2026-11-01' as const, revenue: 2500.5 },
    { date: '2026-11-02' as const, revenue: 0 },
  ],
  totals,
  charged: { total: 1800.5, methods: { CASH: 1800.5, CARD: 0, IPS: 0, OTHER: 0 }, technicians: [] },
  technicians: [
    {
      technician_id: toId<TechnicianId>(2),
      name: 'Mina',
      appointments: 2,
      minutes: 90,
      revenue: 1000.5,
      utilization: 75,
      no_shows: 1,
    },
  ],
  before: {
    period: { from: '2026-10-30' as const, to: '2026-10-31' as const },
    totals: { ...totals, revenue: 0, no_shows: 4 },
    charged: null,
  },
};

test('the export begins with a byte order mark, so that Excel reads č, ć, š, ž and đ correctly', () => {
  expect(statisticsCsv(month).charCodeAt(0)).toBe(0xfeff);
});

test.each([
  ['the chosen period in the first row', 'Statistika;01/11/2026;02/11/2026\r\n'],
  ['a row for a day without appointments', '02/11/2026;0\r\n'],
  ['the revenue of each day', 'Datum;Prihod (RSD)\r\n01/11/2026;2500,5\r\n02/11/2026;0\r\n'],
  ['the previous period after the chosen one', 'Izabrani period;30/10/2026 - 31/10/2026\r\n'],
  [
    'each total next to the total of the previous period',
    'Prihod (RSD);2500,5;0\r\nBez usluge;1;1\r\nNisu došle;1;4\r\n',
  ],
  [
    'the paid amounts, without those of a previous period in which payments were off',
    'Naplaćeno (RSD);1800,5\r\n',
  ],
  ['a row for each technician', 'Nisu došle\r\nMina;2;90;75;1000,5;1\r\n'],
  ['numbers with a decimal comma and no thousands separator', ';2500,5\r\n'],
  ['a quoted name that contains a semicolon', '"Gel lak; francuski";'],
  ['doubled quotes inside a name', '"Manikir ""kratki""";3'],
  ['a name that looks like a formula, as text', `"'=HYPERLINK(""x"")";2`],
  ['utilization', 'Iskorišćenost (%);82,5\r\nPopunjeno;3\r\n'],
])('the export contains %s', (_, part) => {
  expect(statisticsCsv(month)).toContain(part);
});

test('the tables of the export are separated by an empty row', () => {
  expect(statisticsCsv(month).split('\r\n\r\n')).toHaveLength(9);
});
