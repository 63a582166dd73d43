// Requests to a release's server over HTTP, as its owner, clients and guests make them.

export type Json = Readonly<Record<string, unknown>>;

export interface Asked {
  readonly token?: string;
  /** JSON, or the bytes of a picture. */
  readonly body?: object;
  readonly key?: string;
  /** The caller's address; by default that of `VISITOR_ADDRESS`. */
  readonly from?: string;
}
export type Call = (line: string, asked?: Asked) => Promise<Json>;

/** An address outside the machine, because requests from loopback are not counted. */
const VISITOR_ADDRESS = '203.0.113.7';

export interface Response {
  readonly status: number;
  readonly type: string | null;
  readonly text: string;
}

/** Sends a request, whatever the answer is. */
export const senderTo =
  (url: string) =>
  async (line: string, { token, body, key, from = VISITOR_ADDRESS }: Asked = {}): Promise<Response> => {
    const [method = '', path = ''] = line.split(' ');
    const isPicture = body instanceof Uint8Array;
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        'x-forwarded-for': from,
        ...(token && { authorization: `Bearer ${token}` }),
        ...(key && { 'idempotency-key': key }),
        ...(body && { 'content-type': isPicture ? 'image/jpeg' : 'application/json' }),
      },
      ...(body && { body: isPicture ? new Uint8Array(body) : JSON.stringify(body) }),
    });
    const type = response.headers.get('content-type');
    return { status: response.status, type, text: await response.text() };
  };

export function callerOf(url: string): Call {
  const send = senderTo(url);
  return async (line, asked) => {
    const { status, text } = await send(line, asked);
    if (status >= 300) throw new Error(`${line}: ${status} ${text}`);
    return text === '' ? {} : JSON.parse(text);
  };
}

/** Ignores the 404 of an older release, which does not have the endpoint yet. */
export function unlessUnknown(error: Error): void {
  if (!error.message.includes(': 404 ')) throw error;
}

export const PASSWORD = 'lozinka';

const SEEN_MINUTES = 60;

const dayAfter = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);

export interface Slot {
  readonly id: number;
  readonly start: string;
  readonly seen: { readonly seen_start: unknown; readonly seen_end: unknown };
}

export const tokenIn = (text: unknown): string => /[A-Za-z0-9_-]{43}/.exec(String(text))?.[0] ?? '';

/** What the owner and visitors do most. `today` is the day from which `day` counts. */
export interface Doing {
  readonly call: Call;
  /** A request of the owner. */
  as(line: string, body?: object): Promise<Json>;
  day(days: number): string;
  slot(start: string): Promise<Slot>;
  book(slot: Slot, who: object, asked?: Omit<Asked, 'body'>): Promise<Json>;
  /** Registers a client; returns the token of the session. */
  register(name: string, email: string, phone: string, from?: string): Promise<string>;
}

export async function doingIn(
  call: Call,
  admin: { readonly email: string; readonly password: string },
  today: string,
): Promise<Doing> {
  const token = String((await call('POST /auth/login', { body: admin })).token);
  const as = (line: string, body?: object) => call(line, { token, ...(body && { body }) });
  return {
    call,
    as,
    day: (days) => dayAfter(today, days),
    async slot(start) {
      const made = await as('POST /appointments/slot', {
        start_datetime: start,
        duration_minutes: SEEN_MINUTES,
      });
      const { id, start_datetime: seen_start, end_datetime: seen_end } = made;
      return { id: Number(id), start, seen: { seen_start, seen_end } };
    },
    book: ({ id, seen }, who, asked = {}) =>
      call(`POST /appointments/${id}/book`, { ...asked, body: { ...seen, ...who } }),
    async register(name, email, phone, from) {
      const form = { name, email, phone, password: PASSWORD, password_confirm: PASSWORD };
      return String((await call('POST /auth/register', { body: form, ...(from && { from }) })).token);
    },
  };
}
