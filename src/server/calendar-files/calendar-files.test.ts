import { expect, test } from 'vitest';
import { toId } from '#domain/ids.ts';
import { DEFAULT_SETTINGS, type Settings } from '#domain/settings.ts';
import { addMinutes } from '#domain/wall-clock.ts';
import { readConfig } from '../platform/config.ts';
import { type CalendarEntry, calendarFile } from './calendar-files.ts';

const MAIL_FROM = 'Lunula <salon@primer.rs>';
const ADDRESS = { salon_address: 'Glavna 1, Niš' };
const summer: CalendarEntry = {
  method: 'REQUEST',
  appointment: {
    booking_id: toId(7),
    uid: null,
    start_datetime: '2026-07-12 10:00:00',
    end_datetime: '2026-07-12 11:30:00',
    service_name: 'Gel lak',
    sequence: 3,
  },
  title: 'Lunula: Gel lak',
  path: '/appointments',
  attendee: { name: 'Ana Anić', email: 'ana@primer.rs' },
};
/** Returns the lines of a file. Long lines are unfolded. */
const linesOf = (file: string) => file.replaceAll('\r\n ', '').split('\r\n');
const made = (change: Partial<CalendarEntry> = {}, set: Partial<Settings> = ADDRESS, from = MAIL_FROM) => {
  const settings = { ...DEFAULT_SETTINGS, ...set };
  const salon = { config: readConfig({ MAIL_FROM: from }), settings, now: { ms: Date.UTC(2026, 6, 1, 8) } };
  return linesOf(calendarFile({ ...summer, ...change }, salon).file);
};

test('a calendar file ends with a line break', () => {
  expect(made().slice(-2)).toEqual(['END:VCALENDAR', '']);
});

test('a calendar file contains one entry with start, end, salon and attendee', () => {
  expect(made()).toEqual(
    expect.arrayContaining([
      'METHOD:REQUEST',
      'SEQUENCE:3',
      'DTSTAMP:20260701T080000Z',
      'DTSTART:20260712T080000Z',
      'DTEND:20260712T093000Z',
      'SUMMARY:Lunula: Gel lak',
      'LOCATION:Glavna 1\\, Niš',
      'ORGANIZER;CN="Lunula":mailto:salon@primer.rs',
      'URL;VALUE=URI:http://127.0.0.1:3000/appointments',
      'STATUS:CONFIRMED',
    ]),
  );
  expect(made().find((line) => line.startsWith('ATTENDEE'))).toMatch(
    /RSVP=FALSE;CN="Ana Anić":MAILTO:ana@primer\.rs$/,
  );
});

test.each([
  ['2026-01-12 10:00:00', 'DTSTART:20260112T090000Z'],
  ['2026-03-28 10:00:00', 'DTSTART:20260328T090000Z'],
  ['2026-03-29 10:00:00', 'DTSTART:20260329T080000Z'],
  ['2026-10-24 10:00:00', 'DTSTART:20261024T080000Z'],
  ['2026-10-25 10:00:00', 'DTSTART:20261025T090000Z'],
] as const)('writes the salon time %s as %s', (start_datetime, line) => {
  const end_datetime = addMinutes(start_datetime, 60);
  expect(made({ appointment: { ...summer.appointment, start_datetime, end_datetime } })).toContain(line);
});

test('a cancellation has the same UID as the calendar entry that it cancels', () => {
  const uid = (lines: string[]) => lines.find((line) => line.startsWith('UID:'));
  const cancelled = made({ method: 'CANCEL', appointment: { ...summer.appointment, sequence: 4 } });
  expect(cancelled).toEqual(expect.arrayContaining(['METHOD:CANCEL', 'STATUS:CANCELLED', 'SEQUENCE:4']));
  expect(uid(cancelled)).toBe(uid(made()));
  expect(uid(made())).toMatch(/^UID:booking-7\./);
  expect(uid(made({ appointment: { ...summer.appointment, booking_id: toId(8) } }))).not.toBe(uid(made()));
  expect(uid(made({}, ADDRESS, 'drugi@salon.rs'))).not.toBe(uid(made()));
});

test('a downloaded calendar file has no organizer and no attendee', () => {
  const file = made({ method: 'PUBLISH' }).join('\n');
  expect(file).not.toMatch(/ORGANIZER|ATTENDEE/);
});

test.each(['Ana "Pile" Anić', 'Ana\\, Anić; X', 'Ana\r\nBEGIN:VALARM', 'Ana: mailto'])(
  'escapes %j in the title and in the attendee’s name',
  (name) => {
    const lines = made({ title: name, attendee: { name, email: 'ana@primer.rs' } });
    expect(lines.filter((line) => line.startsWith('BEGIN:'))).toEqual(['BEGIN:VCALENDAR', 'BEGIN:VEVENT']);
    expect(lines.find((line) => line.startsWith('ATTENDEE'))).toMatch(/:MAILTO:ana@primer\.rs$/);
  },
);
