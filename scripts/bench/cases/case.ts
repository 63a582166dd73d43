import type { EndpointName } from '../../../src/contract/index.ts';
import type { Rows } from '../rows.ts';

/** What one request carries. Left out, `token` is that of whoever the endpoint is for. */
export interface Input {
  readonly token?: string;
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: object;
}

/** The same request again and again, or each of these once. */
export type Plan = { readonly again: Input } | { readonly once: readonly Input[] };

/** Makes a request as its permitted user, and reads the answer. */
export type Call = (name: EndpointName, input?: Input) => Promise<unknown>;

export type Case = (rows: Rows, call: Call) => Plan | Promise<Plan>;

/** As many rows as a request that needs its own gets. */
export const ROWS = 60;

export const again =
  (input: Input = {}): Case =>
  () => ({ again: input });

export const once = <T>(items: readonly T[], input: (item: T, index: number) => Input): Plan => ({
  once: items.map(input),
});

export const numbers = (count = ROWS): number[] => Array.from({ length: count }, (_, n) => n);

let guests = 0;
/** A guest who has booked nothing yet. */
export const aGuest = () => ({
  guest_name: 'Gošća',
  guest_phone: `065 ${String(++guests + 100_000).padStart(7, '0')}`,
});
