import { expect, test } from 'vitest';
import { tableOf, trialsOf } from './table.ts';

test('the trials are read from the first column of every table whose first heading is "trial"', () => {
  const document = `
| | holds |
|---|---|
| I1 | no overlap |

| trial | what |
|---|---|
| kill -9 | of a server |
| load | much |

Text.

| trial | what |
|---|---|
| tokens | all |
`;
  expect(trialsOf(document)).toEqual(['kill -9', 'load', 'tokens']);
});

test('each row of the table shows whether its trial passed, failed or was not run', () => {
  const rows = [
    { what: 'load', cases: 300_000, failed: 0, seeds: [] },
    { what: 'fuzz', cases: 12, failed: 1, seeds: [7] },
    { what: 'clock', cases: 0, failed: 0, seeds: [] },
  ];
  expect(tableOf(rows)).toBe(
    [
      '| what | cases | result | seed |',
      '|---|---|---|---|',
      '| load | 300,000 | held | - |',
      '| fuzz | 12 | FAILED (1) | 7 |',
      '| clock | 0 | NOT TRIED | - |',
      '',
    ].join('\n'),
  );
});
