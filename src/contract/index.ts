import type { z } from 'zod';
import { absenceEndpoints } from './absences.ts';
import { accountEndpoints } from './accounts.ts';
import { appointmentEndpoints } from './appointments.ts';
import { backupEndpoints } from './backups.ts';
import { bookingEndpoints } from './booking/booking.ts';
import { guestLinkEndpoints } from './booking/guest-links.ts';
import { bulkChangeEndpoints } from './bulk-changes.ts';
import { calendarEndpoints } from './calendar/calendar.ts';
import { calendarFeedEndpoints } from './calendar/calendar-feed.ts';
import { clientEndpoints } from './clients.ts';
import type { Endpoint } from './endpoint.ts';
import { eventEndpoints } from './events.ts';
import { historyEndpoints } from './history.ts';
import { adminNotificationEndpoints, clientNotificationEndpoints } from './notifications.ts';
import { pushEndpoints } from './push.ts';
import { salonEndpoints } from './salon.ts';
import { serviceEndpoints } from './services.ts';
import { settingsEndpoints } from './settings.ts';
import { statisticsEndpoints } from './statistics.ts';
import { waitlistEndpoints } from './waitlist.ts';
import { weekTemplateEndpoints } from './week-templates.ts';

/** Every endpoint. The server registers exactly these; the web can request nothing else. */
export const endpoints = [
  ...accountEndpoints,
  ...serviceEndpoints,
  ...bookingEndpoints,
  ...appointmentEndpoints,
  ...bulkChangeEndpoints,
  ...historyEndpoints,
  ...calendarEndpoints,
  ...waitlistEndpoints,
  ...guestLinkEndpoints,
  ...clientEndpoints,
  ...weekTemplateEndpoints,
  ...absenceEndpoints,
  ...clientNotificationEndpoints,
  ...adminNotificationEndpoints,
  ...pushEndpoints,
  ...statisticsEndpoints,
  ...settingsEndpoints,
  ...calendarFeedEndpoints,
  ...backupEndpoints,
  ...salonEndpoints,
  ...eventEndpoints,
] as const;

type AnyEndpoint = (typeof endpoints)[number];
type NameOf<E extends Endpoint> = E extends Endpoint ? `${E['method']} ${E['path']}` : never;
/** Each endpoint by its name, `'POST /appointments/{id}/book'`. */
export type Endpoints = { [E in AnyEndpoint as NameOf<E>]: E };
export type EndpointName = keyof Endpoints;
/** The names of one feature's endpoints, from its list: `EndpointNamesIn<typeof serviceEndpoints>`. */
export type EndpointNamesIn<List extends readonly Endpoint[]> = NameOf<List[number]> & EndpointName;

type Part<E, P extends string> = E extends { readonly [K in P]: infer S extends z.ZodType } ? S : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What is sent. Path and query values may be numbers here: they travel as text. */
export type RequestBody<N extends EndpointName> = InputOf<Part<Endpoints[N], 'body'>>;
export type RequestQuery<N extends EndpointName> = OnTheWire<InputOf<Part<Endpoints[N], 'query'>>>;
export type RequestParams<N extends EndpointName> = OnTheWire<InputOf<Part<Endpoints[N], 'params'>>>;
export type ResponseBody<N extends EndpointName> = OutputOf<Endpoints[N]['response']>;
type OnTheWire<T> = T extends object
  ? { [K in keyof T]: string extends T[K] ? string | number : T[K] | LooseNumber<T[K]> }
  : T;
type LooseNumber<T> = string extends Exclude<T, undefined> ? number : never;

/** What a route receives after the input was checked. */
export type ParsedBody<N extends EndpointName> = OutputOf<Part<Endpoints[N], 'body'>>;
export type ParsedQuery<N extends EndpointName> = OutputOf<Part<Endpoints[N], 'query'>>;
export type ParsedParams<N extends EndpointName> = OutputOf<Part<Endpoints[N], 'params'>>;
