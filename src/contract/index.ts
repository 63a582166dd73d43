import type { z } from 'zod';
import { absenceEndpoints } from './absences.ts';
import { accountEndpoints } from './accounts.ts';
import { appointmentEndpoints } from './appointments.ts';
import { backupEndpoints } from './backups.ts';
import { bookingEndpoints } from './booking/booking.ts';
import { guestLinkEndpoints } from './booking/guest-links.ts';
import { dueEndpoints, rhythmEndpoints } from './booking/rhythm.ts';
import { seriesEndpoints } from './booking/series.ts';
import { bulkChangeEndpoints } from './bulk-changes.ts';
import { calendarEndpoints } from './calendar/calendar.ts';
import { calendarFeedEndpoints } from './calendar/calendar-feed.ts';
import { clientEndpoints } from './clients.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { historyEndpoints } from './history.ts';
import { adminNotificationEndpoints, clientNotificationEndpoints } from './notifications.ts';
import { paymentEndpoints } from './payments.ts';
import { pushEndpoints } from './push.ts';
import { salonEndpoints } from './salon.ts';
import { serviceEndpoints } from './services.ts';
import { settingsEndpoints } from './settings.ts';
import { retentionEndpoints, statisticsEndpoints } from './statistics.ts';
import { technicianEndpoints } from './technicians.ts';
import { waitlistEndpoints } from './waitlist.ts';
import { weekTemplateEndpoints } from './week-templates.ts';

const feature = <const Name extends string, List extends readonly Endpoint[]>(
  name: Name,
  description: string,
  endpoints: List,
) => ({ name, description, endpoints });

/** Every endpoint by feature; the features are the tags of the OpenAPI document. */
export const features = [
  {
    name: 'Booking',
    description: 'Free slots and the bookings of clients and guests.',
    endpoints: bookingEndpoints,
  },
  {
    name: 'Guest links',
    description: "A guest's booking by the secret token of its link; calendar files.",
    endpoints: guestLinkEndpoints,
  },
  { name: 'Waitlist', description: 'Waiting for a day without free slots.', endpoints: waitlistEndpoints },
  { name: 'Services', description: 'The price list.', endpoints: serviceEndpoints },
  { name: 'Technicians', description: 'The people who do the work.', endpoints: technicianEndpoints },
  {
    name: 'Accounts',
    description: 'Login, registration, passwords and profile.',
    endpoints: accountEndpoints,
  },
  {
    name: 'Own notifications',
    description: 'Notifications for a client.',
    endpoints: clientNotificationEndpoints,
  },
  {
    name: 'Appointments',
    description: "The owner's appointments of every status.",
    endpoints: [...appointmentEndpoints, ...bulkChangeEndpoints, ...historyEndpoints],
  },
  { name: 'Calendar', description: 'Move, resize, swap and undo.', endpoints: calendarEndpoints },
  {
    name: 'Rhythm',
    description: 'The next appointment of a client, series, and who is due (docs/spec/behaviour.md §20).',
    endpoints: [...rhythmEndpoints, ...seriesEndpoints, ...dueEndpoints],
  },
  { name: 'Clients', description: "The owner's clients.", endpoints: clientEndpoints },
  {
    name: 'Week templates',
    description: 'The slots of a usual week, and generating weeks of slots from them.',
    endpoints: weekTemplateEndpoints,
  },
  { name: 'Absences', description: 'Days on which the salon is closed.', endpoints: absenceEndpoints },
  {
    name: 'Notifications',
    description: 'Notifications for the owner.',
    endpoints: adminNotificationEndpoints,
  },
  { name: 'Push', description: 'Web Push subscriptions of devices.', endpoints: pushEndpoints },
  {
    name: 'Statistics',
    description: 'Figures of a period of at most ten years, by the start of the appointment.',
    endpoints: [...statisticsEndpoints, ...retentionEndpoints],
  },
  { name: 'Payments', description: 'The ledger and the till of a day.', endpoints: paymentEndpoints },
  {
    name: 'Settings',
    description: "The owner's settings and the address of the calendar feed.",
    endpoints: [...settingsEndpoints, ...calendarFeedEndpoints],
  },
  {
    name: 'Salon and server',
    description: 'Public facts about the salon, events, backups and health.',
    endpoints: [...salonEndpoints, ...eventEndpoints, ...backupEndpoints],
  },
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
/** The endpoint names of one list: `EndpointNamesIn<typeof serviceEndpoints>`. */
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
