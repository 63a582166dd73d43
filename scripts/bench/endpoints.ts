// Measures every endpoint of the contract with one request at a time, alternately with a bare Fastify server that
// returns the same bytes.
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { type EndpointName, endpoints } from '../../src/contract/index.ts';
import type { BareAnswer } from '../measure/bare.ts';
import { type Answer, type Connection, openConnection, requestText } from '../measure/connection.ts';
import { median, quantile } from '../measure/figures.ts';
import type { Running } from '../measure/server.ts';
import { accountCases, clientCases } from './cases/accounts.ts';
import { appointmentCases, statisticsCases } from './cases/appointments.ts';
import { bookingCases, guestLinkCases, waitlistCases } from './cases/booking.ts';
import type { Call, Case, Input } from './cases/case.ts';
import { notificationCases, paymentCases, salonCases, weekTemplateCases } from './cases/salon.ts';
import type { Rows } from './rows.ts';

/** The benchmark case of each endpoint. A missing case is a compile error. */
const CASES: Record<EndpointName, Case> = {
  ...accountCases,
  ...clientCases,
  ...bookingCases,
  ...guestLinkCases,
  ...waitlistCases,
  ...appointmentCases,
  ...statisticsCases,
  ...salonCases,
  ...weekTemplateCases,
  ...notificationCases,
  ...paymentCases,
};

const ROUNDS = 4;
const ROUND_MS = 150;
const ROUND_REQUESTS = 60;
const WARM_REQUESTS = 5;
const WARM_MS = 50;

export interface EndpointFigures {
  readonly name: EndpointName;
  readonly requests: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  /** Speed relative to bare Fastify: 1 means equally fast, 0.5 means twice the time. */
  readonly ofBare: number;
  /**
   * Speed relative to bare Fastify by CPU time. Other programs on the machine distort CPU time less than elapsed
   * time.
   */
  readonly ofBareByCpu: number;
  /** The longest time that the event loop was blocked. */
  readonly holdMs: number;
}

const byName = new Map((endpoints as readonly Endpoint[]).map((one) => [`${one.method} ${one.path}`, one]));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}` as EndpointName;

/**
 * The names of the endpoints to measure. GET endpoints come first, so that the data written by the others don't
 * affect them.
 */
export const endpointNames = (only?: string): EndpointName[] =>
  (endpoints as readonly Endpoint[])
    .toSorted((a, b) => Number(a.method !== 'GET') - Number(b.method !== 'GET'))
    .map(nameOf)
    .filter((name) => only === undefined || name.includes(only));

export function requestOf(rows: Rows, name: EndpointName, { token, params, query, body }: Input): string {
  const { method, path, access } = byName.get(name) ?? { method: 'GET', path: '/', access: 'public' };
  const filled = path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(params?.[key])));
  const asked = query ? `?${new URLSearchParams(query as Record<string, string>)}` : '';
  const usual = { public: null, user: rows.client.token, staff: rows.admin.token, admin: rows.admin.token }[
    access
  ];
  return requestText({ method, path: `/api${filled}${asked}`, token: token ?? usual, body });
}

async function good(connection: Connection, request: string): Promise<Answer> {
  const answer = await connection.ask(request);
  if (answer.status >= 300)
    throw new Error(`${request.split(' HTTP')[0]}: ${answer.status} ${answer.body.toString().slice(0, 300)}`);
  return answer;
}

const callOver =
  (rows: Rows, connection: Connection): Call =>
  async (name, input = {}) =>
    JSON.parse((await good(connection, requestOf(rows, name, input))).body.toString());

const copied = ({ status, head, body }: Answer): BareAnswer => ({
  status,
  type: /^content-type: (.+)$/im.exec(head)?.[1],
  body: body.toString(),
});

/**
 * Sends requests until a limit in `most` is reached or `next` returns undefined; returns the response times in ms.
 */
async function timed(
  connection: Connection,
  next: () => string | undefined,
  most: { ms: number; requests: number },
): Promise<number[]> {
  const times: number[] = [];
  const began = performance.now();
  while (times.length < most.requests && (times.length === 0 || performance.now() - began < most.ms)) {
    const request = next();
    if (request === undefined) break;
    times.push((await good(connection, request)).ms);
  }
  return times;
}

async function measureOne(name: EndpointName, own: Side, bare: Side, rows: Rows): Promise<EndpointFigures> {
  const plan = await CASES[name](rows, callOver(rows, own.connection));
  const inputs = 'again' in plan ? [plan.again] : plan.once;
  const requests = inputs.map((input) => requestOf(rows, name, input));
  const left = requests.values();
  const [first = ''] = requests;
  const next = () => ('again' in plan ? first : left.next().value);
  const answer = await good(own.connection, next() ?? '');
  await bare.running.send(copied(answer));
  await timed(own.connection, next, { ms: WARM_MS, requests: WARM_REQUESTS });
  await timed(bare.connection, () => first, { ms: WARM_MS, requests: WARM_REQUESTS });
  await own.running.usage();
  const perRound = 'again' in plan ? ROUND_REQUESTS : Math.ceil(requests.length / ROUNDS);
  const seen = { own: [] as number[], bare: [] as number[] };
  const cpu = { own: 0, bare: 0 };
  let holdMs = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const times = await timed(own.connection, next, { ms: ROUND_MS, requests: perRound });
    const used = await own.running.usage();
    holdMs = Math.max(holdMs, used.holdMs);
    cpu.own += used.cpuMs;
    seen.own.push(...times);
    const limits = { ms: ROUND_MS, requests: Math.max(times.length, 10) };
    await bare.running.usage();
    seen.bare.push(...(await timed(bare.connection, () => first, limits)));
    cpu.bare += (await bare.running.usage()).cpuMs;
  }
  return {
    name,
    requests: seen.own.length,
    medianMs: median(seen.own),
    p99Ms: quantile(seen.own, 0.99),
    ofBare: median(seen.bare) / median(seen.own),
    ofBareByCpu: cpu.bare / seen.bare.length / (cpu.own / seen.own.length),
    holdMs,
  };
}

interface Side {
  readonly running: Running;
  readonly connection: Connection;
}

/** Measures the endpoints one after the other; calls `onEach` after each one. */
export async function measureEndpoints(
  names: readonly EndpointName[],
  { salon, bare, rows }: { salon: Running; bare: Running; rows: Rows },
  onEach: (figures: EndpointFigures) => void,
): Promise<void> {
  const own = { running: salon, connection: openConnection(salon.port) };
  const other = { running: bare, connection: openConnection(bare.port) };
  try {
    for (const name of names) onEach(await measureOne(name, own, other, rows));
  } finally {
    own.connection.close();
    other.connection.close();
  }
}
