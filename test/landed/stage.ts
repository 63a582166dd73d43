// Where the stories of test/landed/stories.ts are played: their people, days and what they leave for the test after an upgrade.
import { type Doing, type Json, PASSWORD, type Slot, tokenIn } from './requests.ts';

export interface Client {
  readonly id: number;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** What the stories leave. Names of people and keys begin with P and the number of the story. */
export interface Told {
  /** Clients by name. */
  readonly clients: Record<string, Client>;
  /** Technicians with a login, by name. */
  readonly technicians: Record<string, { readonly id: number; readonly token: string }>;
  /** Ids of appointments by story, such as `1`, `10 client`. */
  readonly rows: Record<string, number>;
  /** Tokens of guest links by the guest's name. */
  readonly links: Record<string, string>;
  /** Secrets of calendar feeds by what they show. */
  readonly feeds: Record<string, string>;
  /** The token that undoes the deletion of story 11. */
  undo: string;
  /** The request of story 17, and its response. */
  repeated: { path: string; key: string; body: object; answer: Json } | null;
}

export const nothingTold = (): Told => ({
  clients: {},
  technicians: {},
  rows: {},
  links: {},
  feeds: {},
  undo: '',
  repeated: null,
});

export interface Stage extends Doing {
  readonly told: Told;
  /** A time on the day of a story: between 70 and 100 days after the upgrade. */
  at(story: number, hour: number): string;
  /** Adds a free slot on the day of a story. */
  free(story: number, hour?: number): Promise<Slot>;
  /** Registers a client with this number. */
  client(name: string, phone: string): Promise<Client>;
  /** A guest books a slot; keeps the link. */
  guestBooks(slot: Slot, name: string, phone: string, more?: object): Promise<Json>;
  clientBooks(slot: Slot, client: Client, more?: object): Promise<Json>;
  /** The owner adds a booking. */
  add(start: string, who: object): Promise<number>;
  /** The id of the booking at this time. */
  bookedAt(start: string): Promise<number>;
  edit(id: number, body: object): Promise<Json>;
  deposit(id: number, action: 'RECEIVED' | 'WAIVED' | 'KEPT' | 'REFUNDED'): Promise<Json>;
  charge(id: number, amount: number, kind?: 'VISIT' | 'TIP'): Promise<Json>;
  readonly services: { readonly manicure: number; readonly pedicure: number };
}

/** What happens at which time before the upgrade. */
export interface Story {
  readonly twoDaysBefore?: (stage: Stage) => Promise<void>;
  readonly onTheDay?: (stage: Stage) => Promise<void>;
  readonly inTheLastSeconds?: (stage: Stage) => Promise<void>;
}
export type Act = keyof Story;

const FIRST_DAY = 70;
const twoDigits = (number: number): string => String(number).padStart(2, '0');

/** The people of a story have an address of their own, because the actions of one address are limited. */
const addressOf = (name: string): string => `198.51.100.${/^p(\d+)/i.exec(name)?.[1] ?? 99}`;

const emailOf = (name: string): string => `${name.toLowerCase().replace(' ', '.')}@primer.rs`;

/** Adds the services of the stories, or finds them. Both have a price, so that a booking needs a deposit. */
async function servicesIn({ as }: Doing): Promise<Stage['services']> {
  const existing = Object.values(await as('GET /services')) as { id: number; name: string }[];
  const idOf = async (name: string, price: number): Promise<number> => {
    const found = existing.find((service) => service.name === name);
    return found?.id ?? Number((await as('POST /services', { name, price, duration_minutes: 60 })).id);
  };
  return { manicure: await idOf('P Manikir', 2000), pedicure: await idOf('P Pedikir', 3000) };
}

export async function stageOf(doing: Doing, told: Told): Promise<Stage> {
  const { as, book, day, register, slot, call } = doing;
  const services = await servicesIn(doing);
  const service_ids = [services.manicure];
  const at = (story: number, hour: number) => `${day(FIRST_DAY + story)} ${twoDigits(hour)}:00:00`;
  return {
    ...doing,
    told,
    services,
    at,
    free: (story, hour = 10) => slot(at(story, hour)),
    async client(name, phone) {
      const email = emailOf(name);
      const token = await register(name, email, phone, addressOf(name));
      const { id } = await call('GET /auth/me', { token });
      told.clients[name] = { id: Number(id), email, password: PASSWORD, token };
      return told.clients[name];
    },
    async guestBooks(slotToBook, guest_name, guest_phone, more = {}) {
      const who = { guest_name, guest_phone, service_ids, ...more };
      const booked = await book(slotToBook, who, { from: addressOf(guest_name) });
      told.links[guest_name] = tokenIn(booked.guest_link);
      return booked;
    },
    clientBooks: (slotToBook, { token, email }, more = {}) =>
      book(slotToBook, { service_ids, ...more }, { token, from: addressOf(email) }),
    async add(start_datetime, who) {
      const body = { start_datetime, duration_minutes: 60, service_ids, ...who };
      return Number((await as('POST /appointments', body)).id);
    },
    async bookedAt(start) {
      const time = start.replace(' ', '%20');
      const rows = Object.values(await as(`GET /appointments/list?from=${time}&to=${time}&status=BOOKED`));
      return Number((rows as { id: number }[])[0]?.id);
    },
    edit: (id, body) => as(`PUT /appointments/${id}`, body),
    deposit: (id, action) => as(`POST /appointments/${id}/deposit`, { action }),
    charge: (appointment_id, amount, kind = 'VISIT') =>
      as('POST /payments', { appointment_id, kind, method: 'CASH', amount }),
  };
}
