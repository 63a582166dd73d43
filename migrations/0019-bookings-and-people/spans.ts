import { folded, numberOf } from './numbers.ts';

/** What the history says of a row between two of its entries. */
export interface State {
  readonly status: string;
  readonly client_id: number | null;
  readonly guest_name: string | null;
  readonly guest_phone: string | null;
  readonly start_datetime: string;
  readonly service_name: string | null;
  readonly service_price: number | null;
}

export interface Entry {
  readonly at: number;
  readonly changes: readonly { readonly field: string; readonly from: unknown; readonly to: unknown }[];
}

/** A booking of the row: from when on, its last state, and until when; null: it is the row's booking now. */
export interface Span {
  readonly from: number;
  readonly until: number | null;
  readonly last: State;
}

/** The states of a row in order, each with the moment of its entry: read backwards from the present state. */
function statesOf(present: State, entries: readonly Entry[]): { at: number; state: State }[] {
  let state = present;
  const states: { at: number; state: State }[] = [];
  for (const { at, changes } of [...entries].reverse()) {
    states.push({ at, state });
    const before = changes.filter(({ field }) => field in present).map(({ field, from }) => [field, from]);
    state = { ...state, ...Object.fromEntries(before) };
  }
  return [...states, { at: Number.NEGATIVE_INFINITY, state }].reverse();
}

const NAMELESS = 'Gost';

/** True if both states have the same person: the client, the number, the name, or a guest who became the client with that number. */
function isSamePerson(before: State, after: State, numberOfClient: (id: number) => string | null): boolean {
  if (before.client_id !== null) return before.client_id === after.client_id;
  const number = numberOf(before.guest_phone);
  if (after.client_id !== null) return number !== null && number === numberOfClient(after.client_id);
  if (number !== null && number === numberOf(after.guest_phone)) return true;
  const [name, other] = [before.guest_name ?? NAMELESS, after.guest_name ?? NAMELESS];
  return name !== NAMELESS && folded(name) === folded(other);
}

/**
 * The bookings that a row has held, the present one last: a change of the person before the start is another booking, a later one is a
 * correction. A row that became free left its booking with the CANCELLED copy, which has a history of its own.
 */
export function spansOf(
  present: State,
  entries: readonly Entry[],
  {
    wallTimeAt,
    numberOfClient,
  }: { wallTimeAt(ms: number): string; numberOfClient(id: number): string | null },
): Span[] {
  const spans: Span[] = [];
  let open: { from: number; last: State } | undefined;
  const close = (until: number | null) => {
    if (open) spans.push({ ...open, until });
    open = undefined;
  };
  for (const { at, state } of statesOf(present, entries)) {
    if (state.status !== 'BOOKED' && state.status !== 'CANCELLED') {
      close(at);
      continue;
    }
    const isOther =
      open !== undefined &&
      state.status === 'BOOKED' &&
      !isSamePerson(open.last, state, numberOfClient) &&
      wallTimeAt(at) < open.last.start_datetime;
    if (isOther) close(at);
    open = { from: open?.from ?? at, last: state };
  }
  close(null);
  return spans;
}
