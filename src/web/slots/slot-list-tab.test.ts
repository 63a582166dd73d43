import { expect, test } from 'vitest';
import { filterOf } from './slot-list-tab.tsx';

const usual = {
  from: '2026-11-10',
  to: '2026-12-17',
};

test.each([
  ['', usual],
  ['from=2026-11-01&status=BOOKED', { ...usual, from: '2026-11-01', status: 'BOOKED' }],
  ['to=2026-02-30&status=ANY&same_address=x', usual],
  ['phone=064+1&same_address=12', { ...usual, phone: '064 1', same_address: '12' }],
  ['status=BOOKED&without_service=1', { ...usual, status: 'BOOKED', without_service: '1' }],
  ['without_service=yes', usual],
  ['technician_id=2', { ...usual, technician_id: '2' }],
])('the filter of the list is read from the query ‘?%s’', (address, filter) => {
  expect(filterOf(new URLSearchParams(address), '2026-11-17')).toEqual(filter);
});
