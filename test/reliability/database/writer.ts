// A client books, pays a deposit and cancels as fast as possible, and the owner records the payments. A ledger holds the acknowledged changes.
import type { AppointmentId, TechnicianId } from '../../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';

/** The state of a new slot, and its state after each request: book, receive the deposit, charge, cancel, refund. */
export const STAGES = [
  { status: 'AVAILABLE', deposit: null, payments: [] },
  { status: 'BOOKED', deposit: 'WAITING', payments: [] },
  { status: 'BOOKED', deposit: 'RECEIVED', payments: ['DEPOSIT 70000'] },
  { status: 'BOOKED', deposit: 'RECEIVED', payments: ['DEPOSIT 70000', 'VISIT 50005'] },
  { status: 'CANCELLED', deposit: 'TO_REFUND', payments: ['DEPOSIT 70000', 'VISIT 50005'] },
  { status: 'CANCELLED', deposit: 'REFUNDED', payments: ['DEPOSIT 70000', 'REFUND 70000', 'VISIT 50005'] },
] as const;

/** Indexes in STAGES after which the next request has an Idempotency-Key: the requests to book and to charge. */
export const KEYED_STAGES: readonly number[] = [0, 2];

/** An appointment with its last acknowledged stage. `isInDoubt` is true while the request for the next stage has no response. */
export interface Entry {
  readonly id: AppointmentId;
  readonly start: WallTime;
  readonly key: string;
  stage: number;
  isInDoubt: boolean;
}

export interface Person {
  readonly id: number;
  readonly token: string;
}
/** Sends a request; rejects if it gets no response. */
export type Call = (
  method: string,
  path: string,
  token: string,
  body?: object,
  key?: string,
) => Promise<{ status: number; json: Row }>;
export type Row = { id: AppointmentId; status: string; token?: string } & Record<string, unknown>;

const SLOT_MINUTES = 5;
const DAY_START = '06:00:00';
const LAST_START = '21:55:00';

export interface Writer {
  readonly people: People;
  readonly ledger: Entry[];
  /** Writes until a request gets no response. Throws on an unexpected response. */
  writeUntilCut(call: Call): Promise<void>;
}

export interface People {
  readonly client: Person;
  readonly admin: Person;
}

export function makeWriter(
  people: People,
  technician: TechnicianId,
  firstDay: WallDate,
  daysApart: number,
): Writer {
  const { client, admin } = people;
  let day = firstDay;
  let time = wallTimeOn(day, DAY_START);
  const ledger: Entry[] = [];
  const nextTime = () => {
    const now = time;
    if (now.endsWith(LAST_START)) {
      day = addDays(day, daysApart);
      time = wallTimeOn(day, DAY_START);
    } else time = addMinutes(now, SLOT_MINUTES);
    return now;
  };
  const addSlot = async (call: Call): Promise<Entry> => {
    const start = nextTime(); // never reuses a time, because a slot may exist even if the response to its creation was lost
    const { status, json } = await call('POST', '/appointments/slot', admin.token, {
      start_datetime: start,
      duration_minutes: SLOT_MINUTES,
      technician_id: technician,
    });
    assertStatus(status, 201, json);
    const entry: Entry = { id: json.id, start, key: `${client.id}-${start}`, stage: 0, isInDoubt: false };
    ledger.push(entry);
    return entry;
  };
  return {
    people,
    ledger,
    async writeUntilCut(call) {
      for (;;) {
        await finish(call, people, await addSlot(call));
      }
    },
  };
}

const assertStatus = (status: number, expected: number, json: unknown): void => {
  if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(json)}`);
};

type Act = readonly [expected: number, who: keyof People, path: string, body: object, key?: string];

/** The request that moves the appointment to its next stage. Requests with an Idempotency-Key (the last element) can be repeated safely. */
function nextAct({ id, start, key, stage }: Entry): Act | undefined {
  const of = `/appointments/${id}`;
  const acts: readonly Act[] = [
    [
      200,
      'client',
      `${of}/book`,
      { seen_start: start, seen_end: addMinutes(start, SLOT_MINUTES), notes: `beleška ${key}` },
      key,
    ],
    [200, 'admin', `${of}/deposit`, { action: 'RECEIVED' }],
    [201, 'admin', '/payments', { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 500.05 }, key],
    [200, 'client', `${of}/cancel`, { reason: `razlog ${key}` }],
    [200, 'admin', `${of}/deposit`, { action: 'REFUNDED' }],
  ];
  return acts[stage];
}

/** Sends the requests that move the appointment through its remaining stages. */
export async function finish(call: Call, people: People, entry: Entry): Promise<void> {
  for (let act = nextAct(entry); act; act = nextAct(entry)) {
    const [expected, who, path, body, key] = act;
    entry.isInDoubt = true;
    const { status, json } = await call('POST', path, people[who].token, body, key);
    assertStatus(status, expected, json);
    Object.assign(entry, { stage: entry.stage + 1, isInDoubt: false });
  }
}
