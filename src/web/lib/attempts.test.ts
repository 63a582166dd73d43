import { beforeEach, expect, test } from 'vitest';
import { ApiError, noResponse } from './api.ts';
import { attempts, type Booked, type BookingBody } from './attempts.ts';

const SEEN = { seen_start: '2026-11-19 10:30:00', seen_end: '2026-11-19 11:30:00' };
const bodyWith = (notes: string): BookingBody => ({ ...SEEN, notes });
const gone = new ApiError(409, 'slot_gone', 'Termin više nije dostupan.', {});

/** Simulates a server that books the slot for the first request. Later requests with the same key get the same response. */
function aServer() {
  const server = {
    taken: null as { key: string; body: BookingBody } | null,
    keys: [] as string[],
    losesResponse: false,
    isUnreachable: false,
    send: async (_slotId: number, body: BookingBody, headers: { 'idempotency-key': string }) => {
      const key = headers['idempotency-key'];
      server.keys.push(key);
      if (server.isUnreachable) throw noResponse(new TypeError('unreachable'));
      if (server.taken && server.taken.key !== key) throw gone;
      server.taken = { key, body };
      if (server.losesResponse) throw new ApiError(503, null, null, {});
      return { ...body, id: 1 } as unknown as Booked;
    },
  };
  return server;
}

let slotId = 0;
let server = aServer();
beforeEach(() => {
  slotId += 1;
  server = aServer();
});
const book = attempts<number, BookingBody, Booked>((...sent) => server.send(...sent));
const press = (notes: string) => book(slotId, bodyWith(notes));

test('a booking repeated after a lost response sends the same idempotency key', async () => {
  server.losesResponse = true;
  await expect(press('a')).rejects.toMatchObject({ status: 503 });
  server.losesResponse = false;
  await expect(press('a')).resolves.toMatchObject({ notes: 'a' });
  expect(new Set(server.keys).size).toBe(1);
});

test('if the response to a booking is lost, a second request with a changed note returns the first booking', async () => {
  server.losesResponse = true;
  await expect(press('a')).rejects.toMatchObject({ status: 503 });
  server.losesResponse = false;
  await expect(press('b')).resolves.toMatchObject({ notes: 'a' });
});

test('a changed request books the slot if the first request never reached the server', async () => {
  server.isUnreachable = true;
  await expect(press('a')).rejects.toMatchObject({ status: 0 });
  server.isUnreachable = false;
  await expect(press('b')).resolves.toMatchObject({ notes: 'b' });
});

test('a booking whose first request did not reach the server is refused if another user has booked the slot since', async () => {
  server.isUnreachable = true;
  await expect(press('a')).rejects.toMatchObject({ status: 0 });
  server.isUnreachable = false;
  server.taken = { key: 'of another', body: bodyWith('') };
  await expect(press('b')).rejects.toMatchObject({ status: 409 });
});

test('a booking repeated after a response sends a new idempotency key', async () => {
  server.taken = { key: 'of another', body: bodyWith('') };
  await expect(press('a')).rejects.toMatchObject({ status: 409 });
  await expect(press('a')).rejects.toMatchObject({ status: 409 });
  expect(new Set(server.keys).size).toBe(2);
});

test('after a lost response, a refused booking of another slot does not send the first booking again', async () => {
  server.losesResponse = true;
  await expect(press('a')).rejects.toMatchObject({ status: 503 });
  server = aServer();
  server.taken = { key: 'of another', body: bodyWith('') };
  await expect(book(slotId + 1000, bodyWith('b'))).rejects.toMatchObject({ status: 409 });
  await expect(attempts(server.send)(slotId, bodyWith('b'))).rejects.toMatchObject({ status: 409 });
  expect(server.keys).toHaveLength(2);
});
