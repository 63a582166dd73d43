import type { z } from 'zod';
import { absenceEndpoints } from './absences.ts';
import { accountEndpoints } from './accounts.ts';
import { appointmentEndpoints } from './appointments.ts';
import { backupEndpoints } from './backups.ts';
import { bookingEndpoints, guestLinkEndpoints } from './booking/booking.ts';
import { importEndpoints } from './booking/imports.ts';
import { dueEndpoints, rhythmEndpoints, seriesEndpoints } from './booking/rhythm.ts';
import { calendarEndpoints, calendarFeedEndpoints } from './calendar/calendar.ts';
import { clientEndpoints } from './clients.ts';
import type { Endpoint } from './endpoint.ts';
import { historyEndpoints } from './history.ts';
import { adminNotificationEndpoints, clientNotificationEndpoints } from './notifications.ts';
import { countedEndpoints, holdingEndpoints } from './payments/holdings.ts';
import { shareEndpoints } from './payments/shares.ts';
import { paymentEndpoints } from './payments.ts';
import { noSmsEndpoint, peopleEndpoints, ticketEndpoint } from './people.ts';
import { pushEndpoints } from './push.ts';
import { eventEndpoints, salonEndpoints } from './salon.ts';
import { serviceEndpoints } from './services.ts';
import { settingsEndpoints } from './settings.ts';
import { slotEndpoints } from './slots.ts';
import { retentionEndpoints, statisticsEndpoints } from './statistics.ts';
import { technicianEndpoints } from './technicians.ts';
import { smsEndpoints } from './told/sms.ts';
import { toldEndpoints } from './told/told.ts';
import { waitlistEndpoints } from './waitlist.ts';
import { weekTemplateEndpoints } from './week-templates.ts';
import { pictureEndpoints } from './work/pictures.ts';
import { workEndpoints } from './work/work.ts';

const feature = <const Name extends string, List extends readonly Endpoint[]>(
  name: Name,
  description: string,
  endpoints: List,
) => ({ name, description, endpoints });

/** Every endpoint by feature; the features are the tags of the OpenAPI document. */
export const features = [
  feature('Booking', 'Free slots and the bookings of clients and guests.', bookingEndpoints),
  feature('Guest links', "A guest's booking by the secret token of its link; calendar files.", [
    ...guestLinkEndpoints,
    ticketEndpoint,
    noSmsEndpoint,
  ] as const),
  feature('Waitlist', 'Waiting for a day without free slots.', waitlistEndpoints),
  feature('Services', 'The price list.', serviceEndpoints),
  feature('Technicians', 'The people who do the work.', technicianEndpoints),
  feature('Accounts', 'Login, registration, passwords and profile.', accountEndpoints),
  feature('Own notifications', 'Notifications for a client.', clientNotificationEndpoints),
  feature('Appointments', "The owner's appointments of every status.", [
    ...appointmentEndpoints,
    ...slotEndpoints,
    ...historyEndpoints,
  ] as const),
  feature('Round and delay', 'Who is told of what, and by whom.', toldEndpoints),
  feature('Calendar', 'Move, resize, swap and undo.', calendarEndpoints),
  feature(
    'Rhythm',
    'The next appointment of a client, series, and who is due (docs/spec/behaviour.md §20).',
    [...rhythmEndpoints, ...seriesEndpoints, ...dueEndpoints] as const,
  ),
  feature('Imports', 'Appointments from lines and files, and undoing imports.', importEndpoints),
  feature('Work', 'What was done at a visit.', workEndpoints),
  feature('Pictures', 'Pictures of wishes and results, and works for everybody.', pictureEndpoints),
  feature('People', 'Everybody who came or will, with and without an account.', peopleEndpoints),
  feature('Clients', "The owner's clients.", clientEndpoints),
  feature(
    'Week templates',
    'The slots of a usual week, and generating weeks of slots from them.',
    weekTemplateEndpoints,
  ),
  feature('Absences', 'Days on which the salon is closed.', absenceEndpoints),
  feature('Notifications', 'Notifications for the owner.', adminNotificationEndpoints),
  feature('Push', 'Web Push subscriptions of devices.', pushEndpoints),
  feature('Statistics', 'Figures of a period of at most ten years, by the start of the appointment.', [
    ...statisticsEndpoints,
    ...retentionEndpoints,
  ] as const),
  feature('Payments', 'The ledger and the till of a day.', paymentEndpoints),
  feature('Packages and vouchers', 'What is sold before it is used.', [
    ...holdingEndpoints,
    ...countedEndpoints,
  ] as const),
  feature('Shares', 'What each technician earned and was paid.', shareEndpoints),
  feature('Settings', "The owner's settings and the address of the calendar feed.", [
    ...settingsEndpoints,
    ...smsEndpoints,
    ...calendarFeedEndpoints,
  ] as const),
  feature('Salon and server', 'Public facts about the salon, events, backups and health.', [
    ...salonEndpoints,
    ...eventEndpoints,
    ...backupEndpoints,
  ] as const),
] as const;

type AnyEndpoint = (typeof features)[number]['endpoints'][number];

/** Every endpoint. The server registers exactly these; the web can request nothing else. */
export const endpoints: readonly AnyEndpoint[] = features.flatMap<AnyEndpoint>(
  (feature) => feature.endpoints,
);

type NameOf<E extends Endpoint> = E extends Endpoint ? `${E['method']} ${E['path']}` : never;

/** Endpoints by name, such as `'POST /appointments/{id}/book'`. */
export type Endpoints = { [E in AnyEndpoint as NameOf<E>]: E };
export type EndpointName = keyof Endpoints;

export type EndpointNamesIn<List extends readonly Endpoint[]> = NameOf<List[number]> & EndpointName;

type Part<E, P extends string> = E extends { readonly [K in P]: infer S extends z.ZodType } ? S : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** Request types. Path and query values may be numbers; they are sent as text. */
export type RequestBody<N extends EndpointName> = InputOf<Part<Endpoints[N], 'body'>>;
export type RequestQuery<N extends EndpointName> = OnTheWire<InputOf<Part<Endpoints[N], 'query'>>>;
export type RequestParams<N extends EndpointName> = OnTheWire<InputOf<Part<Endpoints[N], 'params'>>>;
export type ResponseBody<N extends EndpointName> = OutputOf<Endpoints[N]['response']>;
type OnTheWire<T> = T extends object
  ? { [K in keyof T]: string extends T[K] ? string | number : T[K] | LooseNumber<T[K]> }
  : T;
type LooseNumber<T> = string extends Exclude<T, undefined> ? number : never;

/** The body that a route receives after validation. */
export type ParsedBody<N extends EndpointName> = OutputOf<Part<Endpoints[N], 'body'>>;
export type ParsedQuery<N extends EndpointName> = OutputOf<Part<Endpoints[N], 'query'>>;
export type ParsedParams<N extends EndpointName> = OutputOf<Part<Endpoints[N], 'params'>>;
