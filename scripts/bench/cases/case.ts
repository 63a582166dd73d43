import type { EndpointName } from '../../../src/contract/index.ts';
import type { Rows } from '../rows.ts';

/** The input of one request. If `token` is missing, a user with access to the endpoint sends the request. */
export interface Input {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** The requests of a case: one request that is repeated, or a list of requests that are sent once each. */
export type Plan = { readonly again: Input } | { readonly once: readonly Input[] };

/** Sends a request as a user with access to the endpoint and returns the response body. */
export type Call = (name: EndpointName, input?: Input) => Promise<unknown>;

export type Case = (rows: Rows, call: Call) => Plan | Promise<Plan>;

/** The number of rows to prepare if each request needs a new row. */
export const ROWS = 60;

export const again =
  (input: Input = {}): Case =>
  () => ({ again: input });

export const once = <T>(items: readonly T[], input: (item: T, index: number) => Input): Plan => ({
  once: items.map(input),
});

export const numbers = (count = ROWS): number[] => Array.from({ length: count }, (_, n) => n);

let guests = 0;
/** Returns a guest with an unused phone number. */
export const aGuest = () => ({
  guest_name: 'Gošća',
  guest_phone: `065 ${String(++guests + 100_000).padStart(7, '0')}`,
});
