import { describe, expect, test } from 'vitest';
import {
  APPOINTMENT_STATUSES,
  type AppointmentAction,
  type AppointmentStatus,
  lockTarget,
  may,
  type Role,
} from './appointment-status.ts';

const START = '2025-03-12 10:00:00';
const BEFORE = '2025-03-12 09:59:59';

/** One row: an action by a role, and the answer in each status, before the start and from the start on ('-' = allowed). */
const table: [AppointmentAction, Role, 'before' | 'begun', ...answers: string[]][] = [
  // action, role, when            AVAILABLE  BOOKED  BLOCKED  CANCELLED
  ['book', 'CLIENT', 'before', '-', 'slot_gone', 'slot_gone', 'slot_gone'],
  ['book', 'CLIENT', 'begun', 'slot_gone', 'slot_gone', 'slot_gone', 'slot_gone'],
  ['book', 'ADMIN', 'before', '-', 'slot_gone', 'slot_gone', 'slot_gone'],
  ['book', 'ADMIN', 'begun', 'slot_gone', 'slot_gone', 'slot_gone', 'slot_gone'],
  ...(['cancel', 'change_service', 'set_guest'] as const).flatMap((action): typeof table => {
    const no = 'appointment_not_booked';
    return [
      [action, 'CLIENT', 'before', no, '-', no, no],
      [action, 'CLIENT', 'begun', no, 'appointment_over', no, no],
      [action, 'ADMIN', 'before', no, '-', no, no],
      [action, 'ADMIN', 'begun', no, '-', no, no],
    ];
  }),
  ...(['block', 'unblock'] as const).flatMap((action): typeof table => [
    [action, 'ADMIN', 'before', '-', 'status_not_toggled', '-', 'status_not_toggled'],
    [action, 'ADMIN', 'begun', '-', 'status_not_toggled', '-', 'status_not_toggled'],
  ]),
  ['edit', 'ADMIN', 'before', '-', '-', '-', '-'],
  ['edit', 'ADMIN', 'begun', '-', '-', '-', '-'],
  ['move', 'ADMIN', 'before', '-', '-', '-', 'move_refused'],
  ['move', 'ADMIN', 'begun', '-', '-', '-', 'move_refused'],
  ['swap', 'ADMIN', 'before', '-', '-', '-', 'swap_refused'],
  ['swap', 'ADMIN', 'begun', '-', '-', '-', 'swap_refused'],
  ['delete', 'ADMIN', 'before', '-', '-', '-', '-'],
  ['delete', 'ADMIN', 'begun', '-', '-', '-', '-'],
  ...(['block', 'unblock', 'edit', 'move', 'swap', 'delete'] as const).map(
    (action): (typeof table)[number] => {
      const no = 'not_allowed';
      return [action, 'CLIENT', 'before', no, no, no, no];
    },
  ),
];

describe('who may do what', () => {
  test.each(table)('%s by %s, %s the start', (action, role, when, ...answers) => {
    const now = when === 'before' ? BEFORE : START;
    const said = APPOINTMENT_STATUSES.map(
      (status) => may(action, { status, start_datetime: START }, role, now) ?? '-',
    );
    expect(said).toEqual(answers);
  });
});

test.each<[AppointmentStatus, string | undefined]>([
  ['AVAILABLE', 'BLOCKED'],
  ['BLOCKED', 'AVAILABLE'],
  ['BOOKED', undefined],
  ['CANCELLED', undefined],
])('the lock of %s turns it into %s', (status, target) => {
  expect(lockTarget(status)).toBe(target);
});
