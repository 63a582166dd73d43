// A client that adds slots, books and cancels as fast as possible, and records the acknowledged changes.
import type { AppointmentId, TechnicianId } from '../../../src/domain/ids.ts';
import {
  addDays,
  addMinutes,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../../../src/domain/wall-clock.ts';

/** An appointment's last acknowledged state, and its request that got no response (`inDoubt`). */
export interface Entry {
  readonly id: AppointmentId;
  readonly start: WallTime;
  status: 'AVAILABLE' | 'BOOKED' | 'CANCELLED';
  inDoubt: 'book' | 'cancel' | undefined;
  readonly key: string;
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
  readonly client: Person;
  readonly ledger: Entry[];
  /** Writes until a request gets no response. Throws on an unexpected response. */
  writeUntilCut(call: Call): Promise<void>;
}

interface Writing {
  readonly client: Person;
  readonly admin: Person;
  readonly technician: TechnicianId;
}

export function makeWriter(
  { client, admin, technician }: Writing,
  firstDay: WallDate,
  daysApart: number,
): Writer {
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
  const assertStatus = (status: number, expected: number, json: unknown): void => {
    if (status !== expected) throw new Error(`${status} instead of ${expected}: ${JSON.stringify(json)}`);
  };
  const addSlot = async (call: Call): Promise<Entry> => {
    const start = nextTime(); // never reuses a time, because a slot may exist even if its response was lost
    const { status, json } = await call('POST', '/appointments/slot', admin.token, {
      start_datetime: start,
      duration_minutes: SLOT_MINUTES,
      technician_id: technician,
    });
    assertStatus(status, 201, json);
    const entry: Entry = {
      id: json.id,
      start,
      status: 'AVAILABLE',

      inDoubt: undefined,
      key: `${client.id}-${start}`,
    };
    ledger.push(entry);
    return entry;
  };
  return {
    client,
    ledger,
    async writeUntilCut(call) {
      for (;;) {
        const entry = await addSlot(call);
        entry.inDoubt = 'book';
        await book(call, client, entry);
        entry.inDoubt = 'cancel';
        await cancel(call, client, entry);
      }
    },
  };
}

/** Books a slot. Repeats the booking after a missing response: the same key gets the same response. */
export async function book(call: Call, client: Person, entry: Entry): Promise<void> {
  const notes = `beleška ${entry.key}`;
  const body = { seen_start: entry.start, seen_end: addMinutes(entry.start, SLOT_MINUTES), notes };
  const { status, json } = await call(
    'POST',
    `/appointments/${entry.id}/book`,
    client.token,
    body,
    entry.key,
  );
  if (status !== 200) throw new Error(`not booked: ${status} ${JSON.stringify(json)}`);
  Object.assign(entry, { status: 'BOOKED', inDoubt: undefined });
}

export async function cancel(call: Call, client: Person, entry: Entry): Promise<void> {
  const reason = `razlog ${entry.key}`;
  const { status, json } = await call('POST', `/appointments/${entry.id}/cancel`, client.token, { reason });
  if (status !== 200) throw new Error(`not cancelled: ${status} ${JSON.stringify(json)}`);
  Object.assign(entry, { status: 'CANCELLED', inDoubt: undefined });
}
