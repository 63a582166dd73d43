import { describe, expectTypeOf, test } from 'vitest';
import type { AppointmentId, ServiceId, UserId } from '#domain/ids.ts';
import {
  addDays,
  addMinutes,
  type ClockTime,
  isClockTime,
  isWallDate,
  isWallTime,
  type ShortClockTime,
  type WallDate,
  type WallTime,
} from '#domain/wall-clock.ts';
import { endpoint } from './endpoint.ts';
import type { ParsedBody, ParsedParams, ParsedQuery, RequestBody, ResponseBody } from './index.ts';

/** The type checker checks these tests: it reports code that should not compile but does. At run time they do nothing. */

describe('the types of wall times, dates and clock times', () => {
  test('wall times, dates and clock times are not interchangeable, and a plain string has none of the three types', () => {
    expectTypeOf<WallTime>().not.toExtend<WallDate | ClockTime | ShortClockTime>();
    expectTypeOf<WallDate>().not.toExtend<WallTime | ClockTime | ShortClockTime>();
    expectTypeOf<ClockTime>().not.toExtend<WallTime | WallDate | ShortClockTime>();
    expectTypeOf<ShortClockTime>().not.toExtend<WallTime | WallDate | ClockTime>();
    expectTypeOf<string>().not.toExtend<WallTime | WallDate | ClockTime | ShortClockTime>();
  });

  test('addDays accepts only a date, and addMinutes only a time', () => {
    expectTypeOf<WallTime>().not.toExtend<Parameters<typeof addDays>[0]>();
    expectTypeOf<WallDate>().not.toExtend<Parameters<typeof addMinutes>[0]>();
    expectTypeOf(addDays).toBeCallableWith('2026-11-20', 1);
    expectTypeOf(addMinutes).toBeCallableWith('2026-11-20 09:00:00', 1);
  });

  test('isWallTime, isWallDate and isClockTime narrow a string to the type that they check', () => {
    expectTypeOf(isWallTime).guards.toEqualTypeOf<WallTime>();
    expectTypeOf(isWallDate).guards.toEqualTypeOf<WallDate>();
    expectTypeOf(isClockTime).guards.toEqualTypeOf<ClockTime>();
  });

  test('a date or time is a plain string in a request, and has its own type after validation and in a response', () => {
    expectTypeOf<RequestBody<'POST /annual'>['date_from']>().toEqualTypeOf<string>();
    expectTypeOf<ParsedBody<'POST /annual'>['date_from']>().toEqualTypeOf<WallDate>();
    expectTypeOf<ParsedQuery<'GET /appointments/list'>['to']>().toEqualTypeOf<WallDate | WallTime>();
    expectTypeOf<ResponseBody<'GET /appointments/{id}'>['start_datetime']>().toEqualTypeOf<WallTime>();
    expectTypeOf<ResponseBody<'GET /templates'>[number]['time_start']>().toEqualTypeOf<ClockTime>();
  });
});

describe('the types of ids', () => {
  test('ids of different kinds of rows are not interchangeable, and a plain number does not count as an id', () => {
    expectTypeOf<AppointmentId>().not.toExtend<UserId | ServiceId>();
    expectTypeOf<UserId>().not.toExtend<AppointmentId | ServiceId>();
    expectTypeOf<number>().not.toExtend<AppointmentId>();
    expectTypeOf<AppointmentId>().toExtend<number>();
  });

  test('an id is a plain number in a request, and has its own type after validation and in a response', () => {
    type Edit = 'PUT /appointments/{id}';
    expectTypeOf<RequestBody<Edit>['client_id']>().toEqualTypeOf<number | null | undefined>();
    expectTypeOf<ParsedBody<Edit>['client_id']>().toEqualTypeOf<UserId | null | undefined>();
    expectTypeOf<ParsedParams<Edit>['id']>().toEqualTypeOf<AppointmentId>();
    expectTypeOf<ResponseBody<Edit>['service_id']>().toEqualTypeOf<ServiceId | null>();
  });
});

describe('the rule of an endpoint', () => {
  test('an endpoint without an action of the table of roles, or with an unknown one, does not compile', () => {
    // @ts-expect-error an endpoint names what its user does
    expectTypeOf(() => endpoint('addThing', 'POST /things', { summary: 'Adds a thing.' })).toBeFunction();
    // @ts-expect-error the table of roles has no such action
    endpoint('addThing', 'POST /things', 'addThings', { summary: 'Adds a thing.' });
    endpoint('addThing', 'POST /things', 'manageSalon', { summary: 'Adds a thing.' });
  });
});
