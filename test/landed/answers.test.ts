/** After an upgrade, all readers of a salon get the answers that the earlier release gave. docs/how-to/release.md */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { endpoints } from '../../src/contract/index.ts';
import { unexplained } from './allowed.ts';
import { answersAgain, differencesOf, NOT_COMPARED, READINGS } from './answers.ts';
import { askerOf, CASES_WITH_STORIES, type Opened, opened, recordingOf } from './opened.ts';

test('every reading endpoint is compared, or named as one that is not', () => {
  const reading = endpoints.filter(({ method }) => method === 'GET').map(({ path }) => `GET ${path}`);
  const named = [...Object.keys(READINGS), ...NOT_COMPARED].filter((name) => name.startsWith('GET '));
  expect(named.sort()).toEqual(reading.sort());
});

const inList = { who: 'owner', line: 'GET /appointments/list?from=2024-01-01' } as const;
const ROWS = { 1: 11, 2: 12, 3: 13 };

test.each([
  ['a lost row', { at: '[id 13]', before: { id: 13 }, after: undefined }, 1],
  ['money that left a row of the same person', { at: '[id 13].paid', before: 1000, after: 0 }, 1],
  ['money that left a row that was given away', { at: '[id 11].paid', before: 1000, after: 0 }, 0],
  [
    'a deposit that is received again',
    { at: '[id 12].deposit.state', before: 'TO_REFUND', after: 'RECEIVED' },
    0,
  ],
  ['a deposit that became KEPT', { at: '[id 12].deposit.state', before: 'TO_REFUND', after: 'KEPT' }, 1],
  ['a new field of the law', { at: '[id 13].booking_id', before: undefined, after: 7 }, 0],
  ['another new field', { at: '[id 13].secret', before: undefined, after: 7 }, 1],
  ['a sequence that rises', { at: '[9]', before: 'SEQUENCE:2', after: 'SEQUENCE:3' }, 0],
  ['a number that became a text', { at: '[id 13].price', before: 7, after: '7' }, 1],
  ['a sequence that falls', { at: '[9]', before: 'SEQUENCE:3', after: 'SEQUENCE:2' }, 1],
])('the comparison treats %s as the specification says', (_, difference, count) =>
  expect(unexplained([{ ...inList, ...difference }], ROWS)).toHaveLength(count),
);

describe.each(CASES_WITH_STORIES)('upgrading the database that commit %s created on %s', (commit, engine) => {
  let salon: Opened;
  beforeAll(async () => {
    salon = await opened(commit, engine);
  });
  afterAll(() => salon?.close());

  test('the owner, technicians, clients and guests get the answers of the earlier release', async () => {
    const before = recordingOf(commit, engine)?.answers ?? {};
    expect(Object.keys(before).length).toBeGreaterThan(30);
    const after = await answersAgain(askerOf(salon.salon), salon.held, before);
    expect(unexplained(differencesOf(before, after), salon.held.told?.rows ?? {})).toEqual([]);
  });
});
