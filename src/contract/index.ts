import type { z } from 'zod';
import { absenceEntries } from './absences.ts';
import { authEntries } from './accounts.ts';
import { appointmentChangingEntries } from './appointments-changing.ts';
import { appointmentReadingEntries } from './appointments-reading.ts';
import { userEntries } from './clients.ts';
import { guestLinkEntries } from './guest-links.ts';
import { clientNotificationEntries, notificationEntries } from './notifications.ts';
import { salonEntries } from './salon.ts';
import { serviceEntries } from './services.ts';
import { analyticsEntries } from './statistics.ts';
import { templateEntries } from './week-templates.ts';

/** Every call there is. The server registers exactly these; the web can call nothing else. */
export const entries = [
  ...authEntries,
  ...serviceEntries,
  ...appointmentReadingEntries,
  ...appointmentChangingEntries,
  ...guestLinkEntries,
  ...userEntries,
  ...templateEntries,
  ...absenceEntries,
  ...clientNotificationEntries,
  ...notificationEntries,
  ...analyticsEntries,
  ...salonEntries,
] as const;

type AnyEntry = (typeof entries)[number];
/** `'POST /appointments/{id}/book'` → its entry. */
export type Calls = { [E in AnyEntry as `${E['method']} ${E['path']}`]: E };
export type CallName = keyof Calls;

type Part<E, P extends string> = E extends { readonly [K in P]: infer S extends z.ZodType } ? S : undefined;
type InputOf<S> = S extends z.ZodType ? z.input<S> : undefined;
type OutputOf<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What the caller sends. Path and query values may be numbers here: they travel as text. */
export type CallBody<N extends CallName> = InputOf<Part<Calls[N], 'body'>>;
export type CallQuery<N extends CallName> = Travelling<InputOf<Part<Calls[N], 'query'>>>;
export type CallParams<N extends CallName> = Travelling<InputOf<Part<Calls[N], 'params'>>>;
export type CallAnswer<N extends CallName> = OutputOf<Calls[N]['answer']>;
type Travelling<T> = T extends object
  ? { [K in keyof T]: string extends T[K] ? string | number : T[K] | LooseNumber<T[K]> }
  : T;
type LooseNumber<T> = string extends Exclude<T, undefined> ? number : never;

/** What a route receives after the input was checked. */
export type ReceivedBody<N extends CallName> = OutputOf<Part<Calls[N], 'body'>>;
export type ReceivedQuery<N extends CallName> = OutputOf<Part<Calls[N], 'query'>>;
export type ReceivedParams<N extends CallName> = OutputOf<Part<Calls[N], 'params'>>;
