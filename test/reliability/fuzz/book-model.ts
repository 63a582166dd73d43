// A simple model of the appointment book that predicts the response to each step.
import { addMinutes, dateOf, minutesBetween, type WallTime } from '../../../src/domain/wall-clock.ts';

export type Status = 'AVAILABLE' | 'BOOKED' | 'BLOCKED' | 'CANCELLED';
export type Who = 'ana' | 'eva' | 'guest';
export interface Line {
  readonly start: WallTime;
  readonly end: WallTime;
  readonly status: Status;
  /** The technician's index in the list of technicians. */
  readonly technician: number;
  readonly who: Who | null;
  /** Duration of the booked service. */
  readonly minutes?: number;
}
export type Times = { readonly start: WallTime; readonly end: WallTime };
type TechnicianTimes = Times & Pick<Line, 'technician'>;
/** The appointments of the model, by id. */
export type Book = Map<number, Line>;

export type Step =
  | { kind: 'add'; start: WallTime; minutes: number; technician: number }
  /** If `forThem`, the owner books for the client. */
  | { kind: 'book'; at: number; who: Who; forThem?: boolean }
  | { kind: 'join'; at: number; who: Who; minutes: number }
  /** If `offers`, the owner turns the canceled booking into free slots. */
  | { kind: 'cancel'; at: number; who: 'ana' | 'eva' | 'admin'; offers: boolean }
  | { kind: 'reschedule'; at: number; to: number; who: 'ana' | 'eva'; joins: boolean }
  | { kind: 'move'; at: number; start: WallTime }
  | { kind: 'resize'; at: number; minutes: number }
  | { kind: 'swap'; at: number; with: number }
  | { kind: 'lock'; at: number; to: 'AVAILABLE' | 'BLOCKED' }
  | { kind: 'delete'; at: number };

/** The response status and the changes that the model expects, except of free slots, which are derived. */
export interface Outcome {
  readonly status: number;
  readonly changed?: readonly [id: number, line: Line | null][];
}

/** The times that a request contains if its appointment does not exist. */
export const NOWHERE: Times = { start: '2026-11-18 08:00:00', end: '2026-11-18 09:00:00' };
const NOTHING: Line = { ...NOWHERE, status: 'CANCELLED', technician: 0, who: null };
const LIMIT = 2;
const CLOSES = '22:00:00';
/** The test's current time plus 24 hours. Clients cannot move bookings that start earlier. */
const MOVED_UNTIL = '2026-11-18 11:20:00';

/** True if two appointments of the same technician overlap. */
const touches = (a: TechnicianTimes, b: TechnicianTimes) =>
  a.technician === b.technician && a.start < b.end && b.start < a.end;

const isTaken = (book: Book, times: TechnicianTimes, except: readonly number[] = []): boolean =>
  [...book].some(([id, line]) => !except.includes(id) && line.status !== 'CANCELLED' && touches(line, times));

const fitsDay = (start: WallTime, end: WallTime): boolean =>
  dateOf(start) === dateOf(end) && end.slice(11) <= CLOSES;

type Of<K extends Step['kind']> = Extract<Step, { kind: K }>;

function adding(book: Book, { start, minutes, technician }: Of<'add'>): Outcome {
  const end = addMinutes(start, minutes);
  if (!fitsDay(start, end)) return { status: 400 };
  if (isTaken(book, { start, end, technician })) return { status: 409 };
  return { status: 201 };
}

/** True if a client has a booking at these times, with any technician. Nobody knows who a guest is. */
const isElsewhere = (book: Book, who: Who, { start, end }: Times, except?: number): boolean =>
  who !== 'guest' &&
  [...book].some(
    ([id, line]) =>
      id !== except && line.status === 'BOOKED' && line.who === who && line.start < end && start < line.end,
  );

function booking(
  book: Book,
  id: number,
  line: Line,
  { who, forThem }: Of<'book'>,
  times: Times = line,
): Outcome {
  if (line.status !== 'AVAILABLE') return { status: 409 };
  const active = [...book.values()].filter((other) => other.status === 'BOOKED' && other.who === who);
  return (active.length >= LIMIT || isElsewhere(book, who, times)) && !forThem
    ? { status: 422 }
    : { status: 200, changed: [[id, { ...line, status: 'BOOKED', who }]] };
}

/** Returns the slot and the technician's adjacent slots after it, up to `minutes` in total. */
function chainFrom(book: Book, id: number, minutes: number): [id: number, line: Line][] {
  const first = book.get(id);
  const chain: [number, Line][] = first ? [[id, first]] : [];
  for (let last = first; first && last && minutesBetween(first.start, last.end) < minutes; ) {
    const { end }: Line = last;
    const next = [...book].find(
      ([, line]) => line.status === 'AVAILABLE' && line.start === end && line.technician === first.technician,
    );
    if (next) chain.push(next);
    last = next?.[1];
  }
  return chain;
}

/** Returns an end time for a request to book joined slots. If the slots can't be joined, returns a wrong end, so that the server must refuse. */
export function askedEnd(book: Book, id: number, minutes: number): WallTime {
  const chain = chainFrom(book, id, minutes);
  const end = chain.at(-1)?.[1].end ?? '2026-11-18 09:00:00';
  return chain.length > 1 ? end : addMinutes(end, 30);
}

type Joined = { status: 200; taken: [id: number, line: Line][] } | { status: 400 | 409 };

/** Returns the slots to join for this duration, or the refusal if the slots do not suffice. */
function joinedFrom(book: Book, id: number, line: Line, minutes: number | undefined): Joined {
  if (line.status !== 'AVAILABLE') return { status: 409 };
  if (minutes === undefined || minutesBetween(line.start, line.end) >= minutes) return { status: 400 };
  const taken = chainFrom(book, id, minutes);
  const end = taken.at(-1)?.[1].end ?? line.end;
  return minutesBetween(line.start, end) < minutes ? { status: 409 } : { status: 200, taken };
}

/** Returns the times and the joined slots of a booking. */
function timesOf(taken: readonly [id: number, line: Line][], { start, end }: Times) {
  const parts = taken.map(([, part]) => ({ start: part.start, end: part.end }));
  return { start, end: parts.at(-1)?.end ?? end };
}

function joining(book: Book, id: number, line: Line, step: Of<'join'>): Outcome {
  const { who, minutes } = step;
  const joined = joinedFrom(book, id, line, minutes);
  if (joined.status !== 200) return joined;
  const booked = booking(book, id, line, { ...step, kind: 'book' }, timesOf(joined.taken, line));
  if (booked.status !== 200) return booked;
  const others = joined.taken.slice(1).map(([other]): [number, null] => [other, null]);
  const { technician } = line;
  const after: Line = { ...timesOf(joined.taken, line), status: 'BOOKED', technician, who, minutes };
  return { status: 200, changed: [...others, [id, after]] };
}

function cancelling(id: number, line: Line, { who }: Of<'cancel'>): Outcome {
  if (who !== 'admin' && line.who !== who) return { status: 404 };
  if (line.status !== 'BOOKED') return { status: 409 };
  return { status: 200, changed: [[id, { ...line, status: 'CANCELLED' }]] };
}

/** Chooses a booking and a slot to move it to; mostly a valid pair. */
export function moveOf(book: Book, ids: readonly number[], { at, to, who }: Of<'reschedule'>) {
  const one = (of: (line: Line) => boolean, n: number) => {
    const fitting = ids.filter((id) => of(book.get(id) ?? NOTHING));
    const among = n % 4 === 0 || fitting.length === 0 ? ids : fitting;
    return among[n % Math.max(among.length, 1)] ?? 2_000_000_000;
  };
  return {
    id: one((line) => line.status === 'BOOKED' && line.who === who, at),
    to: one(({ status }) => status === 'AVAILABLE', to),
  };
}

/** Predicts a client's move: the booking takes slots of one technician, and its old time becomes free slots again. */
function rescheduling(book: Book, ids: readonly number[], step: Of<'reschedule'>): Outcome {
  const { who, joins } = step;
  const { id, to } = moveOf(book, ids, step);
  const line = book.get(id) ?? NOTHING;
  if (line.who !== who) return { status: 404 };
  if (line.status !== 'BOOKED') return { status: 409 };
  if (line.start < MOVED_UNTIL) return { status: 422 };
  const slot = book.get(to);
  if (slot?.status !== 'AVAILABLE') return { status: 409 };
  const target: Joined = joins
    ? joinedFrom(book, to, slot, line.minutes)
    : { status: 200, taken: [[to, slot]] };
  if (target.status !== 200) return target;
  if (slot.technician !== line.technician) return { status: 409 };
  if (isElsewhere(book, who, timesOf(target.taken, slot), id)) return { status: 422 };
  const gone = target.taken.map(([other]): [number, null] => [other, null]);
  return { status: 200, changed: [...gone, [id, { ...line, ...timesOf(target.taken, slot) }]] };
}

function retiming(book: Book, id: number, line: Line, times: { start: WallTime; end: WallTime }): Outcome {
  if (line.status === 'CANCELLED') return { status: 409 };
  if (!fitsDay(times.start, times.end)) return { status: 400 };
  const { technician, status } = line;
  // a free slot gives way to a booking or block
  const others = [...book].filter(([, other]) => status === 'AVAILABLE' || other.status !== 'AVAILABLE');
  if (isTaken(new Map(others), { ...times, technician }, [id])) return { status: 409 };
  return { status: 200, changed: [[id, { ...line, ...times }]] };
}

function swapping(book: Book, [aId, a]: [number, Line], [bId, b]: [number, Line]): Outcome {
  if (a.status === 'CANCELLED' || b.status === 'CANCELLED') return { status: 409 };
  const at = ({ start, technician }: Line, line: Line) => ({
    ...line,
    technician,
    start,
    end: addMinutes(start, minutesBetween(line.start, line.end)),
  });
  const [newA, newB] = [at(b, a), at(a, b)];
  const isOut = [newA, newB].some(
    (line) => !fitsDay(line.start, line.end) || isTaken(book, line, [aId, bId]),
  );
  return isOut || touches(newA, newB)
    ? { status: 409 }
    : {
        status: 200,
        changed: [
          [aId, newA],
          [bId, newB],
        ],
      };
}

function locking(id: number, line: Line, { to }: Of<'lock'>): Outcome {
  const isLockable = line.status === 'AVAILABLE' || line.status === 'BLOCKED';
  return isLockable ? { status: 200, changed: [[id, { ...line, status: to }]] } : { status: 409 };
}

/** Predicts the outcome of a step. `ids` are in the order of creation; `step.at` is an index into `ids`. */
export function outcomeOf(book: Book, ids: readonly number[], step: Step): Outcome {
  if (step.kind === 'add') return adding(book, step);
  if (step.kind === 'reschedule') return rescheduling(book, ids, step);
  const id = ids[step.at % Math.max(ids.length, 1)] ?? -1;
  const line = book.get(id);
  if (!line) return { status: step.kind === 'book' || step.kind === 'join' ? 409 : 404 };
  switch (step.kind) {
    case 'book':
      return booking(book, id, line, step);
    case 'join':
      return joining(book, id, line, step);
    case 'cancel':
      return cancelling(id, line, step);
    case 'move':
      return retiming(book, id, line, {
        start: step.start,
        end: addMinutes(step.start, minutesBetween(line.start, line.end)),
      });
    case 'resize':
      return retiming(book, id, line, { start: line.start, end: addMinutes(line.start, step.minutes) });
    case 'lock':
      return locking(id, line, step);
    case 'delete':
      return { status: 204, changed: [[id, null]] };
    case 'swap': {
      const otherId = ids[step.with % ids.length] ?? -1;
      const other = book.get(otherId);
      if (otherId === id) return { status: 409 };
      return other ? swapping(book, [id, line], [otherId, other]) : { status: 404 };
    }
  }
}
