// Opens many event streams with little CPU time and measures the latency of changes.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { WallDate } from '../../src/domain/wall-clock.ts';
import { requestText } from './connection.ts';

const LONGEST_MS = 5000;
const EVENT = /"days":\[(.*?)\]/g;
/** The maximum number of cached event texts with their parsed days. The cache helps because all streams receive the same texts. */
const TEXTS_KEPT = 1000;

export interface Subscribers {
  /** Call this when the request that changes `day` is sent: the latency is measured from this time. */
  sent(day: WallDate): void;
  /** Returns how many events arrived, how many did not, and the latency in ms at a quantile. */
  received(): { quantile(share: number): number; count: number; missing: number };
  close(): void;
}

const daysOf = (text: string): string[] =>
  [...text.matchAll(EVENT)].flatMap(([, days = '']) => days.split(',').map((day) => day.slice(1, -1)));

async function open(port: number, token: string | null): Promise<Socket> {
  const socket = connect(port, '127.0.0.1').setNoDelay(true).setEncoding('latin1');
  const request = requestText({ method: 'GET', path: '/api/events', token });
  socket.write(request.replace('\r\n\r\n', '\r\nAccept: text/event-stream\r\n\r\n'));
  const [head] = (await once(socket, 'data')) as [string];
  if (!head.startsWith('HTTP/1.1 200')) throw new Error(head);
  return socket;
}

/** Opens `count` streams: every fifth as the owner, the others as a visitor. */
export async function openSubscribers(port: number, count: number, owner: string): Promise<Subscribers> {
  const sockets: Socket[] = [];
  const sentAt = new Map<string, number>();
  const buckets = new Uint32Array(LONGEST_MS + 1);
  const known = new Map<string, string[]>();
  let changes = 0;
  let receivedCount = 0;
  const read = (text: string): string[] => {
    const days = known.get(text) ?? daysOf(text);
    if (known.size < TEXTS_KEPT) known.set(text, days);
    return days;
  };
  for (let n = 0; n < count; n++) {
    const socket = await open(port, n % 5 === 0 ? owner : null);
    const receivedAt = new Map<string, number>();
    socket.on('data', (text: string) => {
      const now = performance.now();
      for (const day of read(text)) {
        const at = sentAt.get(day);
        if (at === undefined || receivedAt.get(day) === at) continue;
        receivedAt.set(day, at);
        receivedCount++;
        const ms = Math.min(LONGEST_MS, Math.ceil(now - at));
        buckets[ms] = (buckets[ms] ?? 0) + 1;
      }
    });
    sockets.push(socket);
  }
  return {
    sent(day) {
      sentAt.set(day, performance.now());
      changes++;
    },
    received: () => ({
      count: receivedCount,
      missing: changes * count - receivedCount,
      quantile(share) {
        let left = receivedCount * share;
        return buckets.findIndex((inBucket) => {
          left -= inBucket;
          return left < 0;
        });
      },
    }),
    close() {
      for (const socket of sockets) socket.destroy();
    },
  };
}
