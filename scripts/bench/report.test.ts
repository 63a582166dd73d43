import { expect, test } from 'vitest';
import { crowdTables, endpointTable, type Setting, startTable } from './report.ts';

const figures = {
  name: 'GET /services',
  requests: 240,
  medianMs: 0.412,
  p99Ms: 5,
  ofBare: 0.271,
  ofBareByCpu: 0.3,
  holdMs: 8.2,
} as const;
const settings: Setting[] = [
  { name: 'SQLite, 1 year', endpoints: [figures], starts: { ownMs: 400, bareMs: 200 } },
  { name: 'PostgreSQL, 1 year', endpoints: [] },
  { name: 'PostgreSQL, 10 years', endpoints: [{ ...figures, medianMs: 1 }] },
];

test('the endpoint table has one row per endpoint, with the figures of every measured salon', () => {
  const rows = endpointTable(settings).split('\n');
  expect(rows).toHaveLength(3);
  expect(rows[2]).toBe('| `GET /services` | 240 | 0.41 / 5 | 0.27 / 0.3 | 8.2 | 1 / 5 | 0.27 / 0.3 | 8.2 |');
});

test('the report omits the table of a part that was not measured', () => {
  expect(startTable(settings).split('\n')).toHaveLength(3);
  expect(crowdTables(settings)).toBe('');
});
