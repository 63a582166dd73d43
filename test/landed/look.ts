// How the tests of the stories look at an upgraded salon: through its API, as the owner, a client or a guest with a link.
import { dateOf, type WallTime } from '../../src/domain/wall-clock.ts';
import type { Answer } from './answers.ts';
import { askerOf, type Opened } from './opened.ts';
import type { Told } from './stage.ts';

/** A row as the owner sees it. The fields that only later releases have are optional. */
export interface Row {
  readonly id: number;
  readonly start_datetime: string;
  readonly status: string;
  readonly client_id: number | null;
  readonly client_name: string | null;
  readonly guest_name: string | null;
  readonly guest_phone: string | null;
  readonly service_name: string | null;
  readonly cancel_reason: string | null;
  readonly deposit: { readonly state: string; readonly amount: number } | null;
  readonly paid?: number;
  readonly booking_id?: number | null;
  readonly person_id?: number | null;
}

export interface Look {
  readonly opened: Opened;
  readonly told: Told;
  owner(line: string, body?: object): Promise<Answer>;
  client(name: string, line: string): Promise<Answer>;
  link(name: string): Promise<Answer>;
  /** All rows of the owner's list whose client or guest has a name that begins with this. */
  rowsOf(name: string): Promise<Row[]>;
  /** The row with this key of `told.rows`; fails if the owner's list has none. */
  row(key: string): Promise<Row>;
  /** The payments of an appointment, oldest first, such as `DEPOSIT 1000`; without voided ones. */
  paymentsOf(id: number): Promise<string[]>;
  /** The types of the notifications of a client, oldest first. */
  notificationsOf(name: string): Promise<string[]>;
}

interface Payment {
  readonly appointment_id: number | null;
  readonly kind: string;
  readonly amount: number;
  readonly voided_at: string | null;
}

/** The period with all appointments of a landed salon, as a query. */
function allYears(wall: string): string {
  const year = Number(dateOf(wall as WallTime).slice(0, 4));
  return `from=${year - 2}-01-01&to=${year + 1}-12-31`;
}

export function lookAt(opened: Opened): Look {
  const { salon, held } = opened;
  const { told } = held;
  if (!told) throw new Error('no stories were played in this salon');
  const ask = askerOf(salon);
  const owner: Look['owner'] = (line, body) =>
    ask(line, { token: salon.admin.token ?? '', ...(body && { body }) });
  const client: Look['client'] = (name, line) => ask(line, { token: told.clients[name]?.token ?? '' });
  const period = allYears(held.wall);
  const rows = async () => (await owner(`GET /appointments/list?${period}`)).body as Row[];
  return {
    opened,
    told,
    owner,
    client,
    link: (name) => ask('POST /guest-link/view', { body: { token: told.links[name] } }),
    async rowsOf(name) {
      const isNamed = new RegExp(`^${name}(?!\\d)`); // `P2` is not the beginning of `P20 Jasna`
      return (await rows()).filter((row) => isNamed.test(row.guest_name ?? row.client_name ?? ''));
    },
    async row(key) {
      const found = (await rows()).find(({ id }) => id === told.rows[key]);
      if (!found) throw new Error(`the owner's list has no row ${key}`);
      return found;
    },
    async paymentsOf(id) {
      const payments = (await owner(`GET /payments?${period}`)).body as Payment[];
      return payments
        .filter(({ appointment_id, voided_at }) => appointment_id === id && voided_at === null)
        .map(({ kind, amount }) => `${kind} ${amount}`);
    },
    async notificationsOf(name) {
      const { body } = await client(name, 'GET /client-notifications?limit=100');
      return (body as { type: string }[]).map(({ type }) => type).reverse();
    },
  };
}

/** What must stand in an upgraded salon, by story. */
export type Checks = Readonly<Record<number, (look: Look) => Promise<void>>>;
