import { expect, test } from 'vitest';
import type { SalonAppointment } from '#contract/appointments.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import { byTechnician, groupsInTime, placedOn, retakenIds, thinOnes } from './lanes.ts';

const row = (id: number, from: string, to: string, status: SalonAppointment['status'] = 'BOOKED') =>
  ({
    id,
    status,
    start_datetime: `2026-11-17 ${from}:00`,
    end_datetime: `2026-11-17 ${to}:00`,
  }) as SalonAppointment;
const free = (id: number, from: string, to: string) => row(id, from, to, 'AVAILABLE');
const cancelled = (id: number, from: string, to: string) => row(id, from, to, 'CANCELLED');
const lanes = (rows: SalonAppointment[]) =>
  placedOn(rows).map(({ row: { id }, lane, stripCount }) => [id, lane, stripCount]);

test.each([
  [
    'active appointments are sorted by start',
    [row(2, '12:00', '13:00'), row(1, '09:00', '10:00')],
    [
      [1, null, 0],
      [2, null, 0],
    ],
  ],
  ['a canceled appointment alone has the full width', [cancelled(1, '09:00', '10:00')], [[1, null, 0]]],
  [
    'adjacent appointments keep the full width',
    [row(1, '09:00', '10:00'), cancelled(2, '10:00', '11:00')],
    [
      [1, null, 0],
      [2, null, 0],
    ],
  ],
  [
    'a canceled appointment next to an active one is a strip',
    [row(1, '09:00', '10:00'), cancelled(2, '09:30', '10:30')],
    [
      [1, null, 1],
      [2, 0, 0],
    ],
  ],
  [
    'two canceled appointments at the same time need two strips',
    [row(1, '09:00', '10:00'), cancelled(2, '09:00', '10:00'), cancelled(3, '09:00', '10:00')],
    [
      [1, null, 2],
      [2, 0, 0],
      [3, 1, 0],
    ],
  ],
  [
    'two canceled appointments after each other share a strip',
    [row(1, '09:00', '11:00'), cancelled(2, '09:00', '10:00'), cancelled(3, '10:00', '11:00')],
    [
      [1, null, 1],
      [2, 0, 0],
      [3, 0, 0],
    ],
  ],
  [
    'the second of two canceled appointments without an active one is a strip',
    [cancelled(1, '09:00', '10:00'), cancelled(2, '09:00', '10:00')],
    [
      [1, null, 1],
      [2, 0, 0],
    ],
  ],
])('places appointments in lanes: %s', (_, rows, placed) => {
  expect(lanes(rows)).toEqual(placed);
});

test.each([
  ['a later appointment starts a group', [row(1, '09:00', '10:00'), row(2, '10:15', '11:00')], [[1], [2]]],
  [
    'an adjacent appointment starts a group',
    [row(2, '10:00', '11:00'), row(1, '09:00', '10:00')],
    [[1], [2]],
  ],
  ['overlapping appointments share a group', [row(1, '09:00', '10:00'), row(2, '09:55', '11:00')], [[1, 2]]],
  [
    'a long appointment joins those that it overlaps',
    [row(1, '09:00', '12:00'), row(2, '09:00', '10:00'), row(3, '11:00', '12:30'), row(4, '12:30', '13:00')],
    [[1, 2, 3], [4]],
  ],
])('groups appointments in time: %s', (_, rows, groups) => {
  expect(groupsInTime(rows).map((group) => group.map(({ id }) => id))).toEqual(groups);
});

const of = (technician: number, id: number) => ({
  ...row(id, '09:00', '10:00'),
  technician_id: toId<TechnicianId>(technician),
});

test.each([
  ['one technician has one lane', [1], [of(1, 5), of(1, 6)], [[5, 6]]],
  ['lanes are in the order of the technicians', [3, 1], [of(1, 5), of(3, 6)], [[6], [5]]],
  ['a technician who is not listed has a lane after the others', [3], [of(1, 5), of(3, 6)], [[6], [5]]],
  ['without a list the lanes are in the order of the ids', [], [of(2, 5), of(1, 6), of(2, 7)], [[6], [5, 7]]],
])('splits appointments by technician: %s', (_, technicians, rows, lanesOfIds) => {
  const listed = technicians.map((id) => ({ id: toId<TechnicianId>(id) }));
  expect(byTechnician(rows, listed).map((lane) => lane.map(({ id }) => id))).toEqual(lanesOfIds);
});

const rowOn = (id: number, from: string, to: string, status: SalonAppointment['status']) =>
  ({
    id,
    status,
    start_datetime: `2026-11-${from}:00`,
    end_datetime: `2026-11-${to}:00`,
  }) as SalonAppointment;
const gone = (id: number) => rowOn(id, '17 10:00', '17 11:00', 'CANCELLED');

test.each([
  ['not when it is alone', [gone(1)], []],
  ['when its time was booked again', [gone(1), rowOn(2, '17 10:00', '17 11:00', 'BOOKED')], [1]],
  ['when its time is free again', [gone(1), rowOn(2, '17 10:00', '17 11:00', 'AVAILABLE')], [1]],
  ['when its time is blocked', [gone(1), rowOn(2, '17 10:00', '17 11:00', 'BLOCKED')], [1]],
  ['when a part of its time was taken', [gone(1), rowOn(2, '17 10:45', '17 11:15', 'BOOKED')], [1]],
  ['not for an adjacent later appointment', [gone(1), rowOn(2, '17 11:00', '17 12:00', 'BOOKED')], []],
  ['not for an adjacent earlier appointment', [gone(1), rowOn(2, '17 09:00', '17 10:00', 'BOOKED')], []],
  ['not for the same time of another day', [gone(1), rowOn(2, '18 10:00', '18 11:00', 'BOOKED')], []],
  ['not for another canceled appointment', [gone(1), gone(2)], []],
])('a canceled appointment is hidden: %s', (_, rows, ids) => {
  expect([...retakenIds(rows)]).toEqual(ids);
});

test.each([
  ['a free slot beside a booking is thin', [row(1, '09:00', '10:00'), free(2, '09:30', '10:30')], [[2, 0]]],
  [
    'two at the same time need two strips',
    [row(1, '09:00', '10:00'), free(2, '09:00', '10:00'), free(3, '09:30', '10:30')],
    [
      [2, 0],
      [3, 1],
    ],
  ],
  [
    'free slots without a booking keep their width',
    [free(1, '09:00', '10:00'), free(2, '09:00', '10:00')],
    [],
  ],
  ['a canceled booking makes no slot thin', [cancelled(1, '09:00', '10:00'), free(2, '09:00', '10:00')], []],
  [
    'one that only touches a booking keeps its width',
    [
      row(1, '09:00', '11:00'),
      row(2, '10:00', '12:00'),
      free(3, '11:00', '12:00'),
      free(4, '12:00', '13:00'),
    ],
    [[3, 0]],
  ],
])('in a column of several technicians: %s', (_, group, expected) => {
  const { others, thin, thinCount } = thinOnes(group, true);
  expect(thin.map(({ row: { id }, lane }) => [id, lane])).toEqual(expected);
  expect(others).toHaveLength(group.length - expected.length);
  expect(thinCount).toBe(new Set(expected.map(([, lane]) => lane)).size);
  expect(thinOnes(group, false).others).toEqual(group);
});
