// Calendar files: zones, recurrences and whole days.
import { describe, expect, test } from 'vitest';
import { readText } from './read-file.ts';

const READING = {
  subject: 'appointments',
  now: '2026-11-17 11:20:00',
  timeZone: 'Europe/Belgrade',
} as const;

describe('calendars', () => {
  const calendar = (events: string, zones = '') =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Google Inc//Google Calendar 70.9054//EN\r\n${zones}${events
      .split('---')
      .map((event) => `BEGIN:VEVENT\r\n${event.trim().replace(/\n/g, '\r\n')}\r\nEND:VEVENT`)
      .join('\r\n')}\r\nEND:VCALENDAR\r\n`;
  const said = (text: string) => {
    const read = readText(text, READING);
    return 'visits' in read
      ? read.visits.map((one) => [
          one.start?.slice(0, 16) ?? null,
          one.minutes,
          one.uid,
          one.series,
          one.status,
          ...one.said,
        ])
      : read;
  };

  test.each<[string, string, readonly unknown[]]>([
    [
      'UTC',
      'UID:a@google.com\nDTSTART:20261120T090000Z\nDTEND:20261120T103000Z\nSUMMARY:Ana gel lak',
      [['2026-11-20 10:00', 90, 'a@google.com', null, 'BOOKED']],
    ],
    [
      'an IANA zone, in summer',
      'UID:a\nDTSTART;TZID=America/New_York:20260720T040000\nDURATION:PT1H\nSUMMARY:Ana',
      [['2026-07-20 10:00', 60, 'a', null, 'BOOKED']],
    ],
    [
      'a name of Windows',
      'UID:a\nDTSTART;TZID=GMT Standard Time:20261120T090000\nDTEND;TZID=GMT Standard Time:20261120T100000\nSUMMARY:Ana',
      [['2026-11-20 10:00', 60, 'a', null, 'BOOKED']],
    ],
    [
      'an unknown zone',
      'UID:a\nDTSTART;TZID=Mars/Base:20261120T090000\nDTEND;TZID=Mars/Base:20261120T100000\nSUMMARY:Ana',
      [['2026-11-20 09:00', 60, 'a', null, 'BOOKED', 'Zona „Mars/Base“ nije poznata.']],
    ],
    [
      'no zone',
      'UID:a\nDTSTART:20261120T090000\nDTEND:20261120T100000\nSUMMARY:Ana',
      [['2026-11-20 09:00', 60, 'a', null, 'BOOKED']],
    ],
    [
      'a whole day',
      'UID:a\nDTSTART;VALUE=DATE:20261120\nDTEND;VALUE=DATE:20261121\nSUMMARY:Praznik',
      [[null, null, 'a', null, 'BOOKED', 'Ceo dan.']],
    ],
    [
      'a cancelled event',
      'UID:a\nDTSTART:20261120T090000Z\nDTEND:20261120T100000Z\nSTATUS:CANCELLED\nSUMMARY:Ana',
      [['2026-11-20 10:00', 60, 'a', null, 'CANCELLED']],
    ],
    [
      'a recurring event with an exception and a moved time, over the change to summer time',
      `UID:r
DTSTART;TZID=Europe/Belgrade:20270314T100000
DTEND;TZID=Europe/Belgrade:20270314T110000
RRULE:FREQ=WEEKLY;COUNT=4
EXDATE;TZID=Europe/Belgrade:20270321T100000
SUMMARY:Ana
---
UID:r
RECURRENCE-ID;TZID=Europe/Belgrade:20270404T100000
DTSTART;TZID=Europe/Belgrade:20270405T120000
DTEND;TZID=Europe/Belgrade:20270405T123000
SUMMARY:Ana`,
      [
        ['2027-03-14 10:00', 60, 'r', 'r', 'BOOKED'],
        ['2027-03-28 10:00', 60, 'r', 'r', 'BOOKED'],
        ['2027-04-05 12:00', 30, 'r', 'r', 'BOOKED'],
      ],
    ],
  ])('%s', (_, events, expected) => expect(said(calendar(events))).toEqual(expected));

  test('an endless recurrence runs twelve months', () => {
    const monthly = calendar(
      'UID:e\nDTSTART:20261120T090000Z\nDTEND:20261120T100000Z\nRRULE:FREQ=MONTHLY\nSUMMARY:Ana',
    );
    expect(said(monthly)).toHaveLength(12);
  });

  test('a zone that only the file describes is used', () => {
    const zone = `BEGIN:VTIMEZONE\r\nTZID:Moj salon\r\nBEGIN:STANDARD\r\nDTSTART:19701025T030000\r\nTZOFFSETFROM:+0300\r\nTZOFFSETTO:+0300\r\nEND:STANDARD\r\nEND:VTIMEZONE\r\n`;
    const event =
      'UID:a\nDTSTART;TZID=Moj salon:20261120T120000\nDTEND;TZID=Moj salon:20261120T130000\nSUMMARY:Ana';
    expect(said(calendar(event, zone))).toEqual([['2026-11-20 10:00', 60, 'a', null, 'BOOKED']]);
  });
});
