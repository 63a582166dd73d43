import { describe, expect, test } from 'vitest';
import {
  APPOINTMENT_STATUSES,
  type AppointmentAction,
  type AppointmentStatus,
  actionRefusal,
  cancellationRefusal,
  isLateCancellation,
  lockTarget,
  type Role,
  reasonRefusal,
  timeLeftText,
} from './appointments.ts';

const STATUS_START = '2025-03-12 10:00:00';
const BEFORE = '2025-03-12 09:59:59';

/** Each row has an action, a role, whether the appointment has begun, and the result for each status; '-' means allowed. */
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

describe('actionRefusal: which actions each role may do', () => {
  test.each(table)(
    'the results of %s by %s (when: %s) for AVAILABLE, BOOKED, BLOCKED and CANCELLED are $3, $4, $5 and $6',
    (action, role, when, ...answers) => {
      const now = when === 'before' ? BEFORE : STATUS_START;
      const said = APPOINTMENT_STATUSES.map(
        (status) => actionRefusal(action, { status, start_datetime: STATUS_START }, role, now) ?? '-',
      );
      expect(said).toEqual(answers);
    },
  );
});

test.each<[AppointmentStatus, string | undefined]>([
  ['AVAILABLE', 'BLOCKED'],
  ['BLOCKED', 'AVAILABLE'],
  ['BOOKED', undefined],
  ['CANCELLED', undefined],
])('the lock button of a %s appointment sets the status %s', (status, target) => {
  expect(lockTarget(status)).toBe(target);
});

test.each([
  ['nothing', '', 'bad_input'],
  ['blanks', ' \n\t ', 'bad_input'],
  ['one character', ' x ', undefined],
  ['300 characters', 'š'.repeat(300), undefined],
  ['300 characters with surrounding blanks', `  ${'š'.repeat(300)}\n`, undefined],
  ['300 characters of two UTF-16 units each', '💅'.repeat(300), undefined],
  ['301 characters', 'š'.repeat(301), 'bad_input'],
])('the error for a cancel reason of %s is $2', (_, reason, refusal) => {
  expect(reasonRefusal(reason)).toBe(refusal);
});

test.each([
  ['2025-03-11 09:59:59', 24, false],
  ['2025-03-11 10:00:00', 24, false],
  ['2025-03-11 10:00:01', 24, true],
  ['2025-03-12 09:59:59', 24, true],
  ['2025-03-12 09:59:59', 0, false],
  ['2025-03-12 08:00:00', 2, false],
  ['2025-03-12 08:01:00', 2, true],
] as const)('a cancellation at %s with a limit of %d hours is late: %s', (now, hours, late) => {
  expect(isLateCancellation(now, '2025-03-12 10:00:00', hours)).toBe(late);
});

test.each([
  ['without a limit clients can cancel until the start', '2025-03-12 09:59:59', 0, undefined],
  ['a cancellation exactly at the limit is in time', '2025-03-11 10:00:00', 24, undefined],
  ['a cancellation a second after the limit is too late', '2025-03-11 10:00:01', 24, 'cancel_too_late'],
  ['a cancellation a week before the start is in time', '2025-03-05 10:00:00', 168, undefined],
] as const)('%s', (_what, now, hours, refusal) => {
  expect(cancellationRefusal(now, '2025-03-12 10:00:00', hours)).toBe(refusal);
});

const START = '2025-03-12 10:00:00';
const END = '2025-03-12 11:30:00';

test.each([
  ['2025-03-10 07:00:00', 'Termin za 2 dana i 3 sata'],
  ['2025-03-07 08:59:00', 'Termin za 5 dana i 1 sat'],
  ['2025-02-19 10:00:00', 'Termin za 21 dan'],
  ['2025-03-11 10:00:00', 'Termin za 1 dan'],
  ['2025-03-11 10:00:01', 'Termin za 23 sata i 59 minuta'],
  ['2025-03-11 09:38:00', 'Termin za 1 dan'],
  ['2025-03-11 08:59:59', 'Termin za 1 dan i 1 sat'],
  ['2025-03-12 05:00:00', 'Termin za 5 sati'],
  ['2025-03-12 09:00:00', 'Termin za 1 sat'],
  ['2025-03-12 09:00:01', 'Termin za 59 minuta'],
  ['2025-03-12 09:35:00', 'Termin za 25 minuta'],
  ['2025-03-12 09:39:00', 'Termin za 21 minut'],
  ['2025-03-12 09:59:00', 'Termin za 1 minut'],
  ['2025-03-12 09:59:01', 'Termin za manje od 1 minuta'],
  ['2025-03-12 09:59:59', 'Termin za manje od 1 minuta'],
  ['2025-03-12 10:00:00', 'U toku (još 1 sat i 30 minuta)'],
  ['2025-03-12 11:29:00', 'U toku (još 1 minut)'],
  ['2025-03-12 11:29:01', 'U toku (još manje od 1 minuta)'],
  ['2025-03-12 11:30:00', 'Termin je završen'],
  ['2026-01-01 00:00:00', 'Termin je završen'],
] as const)('the time left at %s is written as %s', (now, text) => {
  expect(timeLeftText(now, START, END)).toBe(text);
});

test('the time left until an appointment ignores clock changes in between', () => {
  expect(timeLeftText('2025-03-29 09:00:00', '2025-03-31 09:00:00', '2025-03-31 10:00:00')).toBe(
    'Termin za 2 dana',
  );
  expect(timeLeftText('2025-10-25 09:00:00', '2025-10-26 09:00:00', '2025-10-26 10:00:00')).toBe(
    'Termin za 1 dan',
  );
});
