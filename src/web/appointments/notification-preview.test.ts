import { expect, test } from 'vitest';
import { type ServiceId, toId, type UserId } from '#domain/ids.ts';
import { type NotifiableRow, recipientsOf } from './notification-preview.tsx';

const NOW = '2026-11-17 11:20:00';
const ana: NotifiableRow = {
  start_datetime: '2026-11-18 10:00:00',
  end_datetime: '2026-11-18 11:00:00',
  status: 'BOOKED',
  client_id: toId(7),
  client_name: 'Ana',
  client_phone: '064 1',
  guest_name: null,
  guest_phone: null,
  service_id: null,
  service_name: null,
  cancel_reason: null,
};
const guest: NotifiableRow = {
  ...ana,
  client_id: null,
  client_name: null,
  client_phone: null,
  guest_name: 'Mila',
  guest_phone: '064 2',
};
const later = {
  start_datetime: '2026-11-18 12:00:00' as const,
  end_datetime: '2026-11-18 13:00:00' as const,
};
const over = { start_datetime: '2026-11-16 10:00:00' as const, end_datetime: '2026-11-16 11:00:00' as const };

const names = ({ clients }: { clients: readonly { name: string }[] }) => clients.map(({ name }) => name);

test('for a new time, the preview contains the text that the client will read', () => {
  const { clients, guest: toCall } = recipientsOf(ana, { ...ana, ...later }, NOW);
  expect(clients).toEqual([
    { name: 'Ana', message: 'Vaš termin 18. novembra pomeren je sa 10:00 na 12:00.' },
  ]);
  expect(toCall).toBeNull();
});

test('for a change of the client, the preview names both clients', () => {
  const eva = { ...ana, client_id: toId<UserId>(8), client_name: 'Eva' };
  expect(names(recipientsOf(ana, eva, NOW))).toEqual(['Ana', 'Eva']);
});

test.each([
  ['another time', { ...guest, ...later }, true],
  ['a cancellation', { ...guest, status: 'CANCELLED' as const }, true],
  ['a client who replaces the guest', { ...ana }, true],
  ['a service', { ...guest, service_id: toId<ServiceId>(3), service_name: 'Gel lak' }, false],
] as const)('the form asks to call a guest about %s: %s', (_, after, isToCall) => {
  const toCall = recipientsOf(guest, after, NOW).guest;
  expect(toCall && { name: toCall.name, phone: toCall.phone }).toEqual(
    isToCall ? { name: 'Mila', phone: '064 2' } : null,
  );
});

test('for a past appointment, the preview names nobody to notify or call', () => {
  const past = { ...guest, ...over };
  expect(recipientsOf(past, null, NOW)).toEqual({ clients: [], guest: null });
  expect(names(recipientsOf({ ...ana, ...over }, null, NOW))).toEqual([]);
});

test('for a deletion, the preview names the client to notify or the guest to call', () => {
  expect(names(recipientsOf(ana, null, NOW))).toEqual(['Ana']);
  expect(recipientsOf(guest, null, NOW).guest?.name).toBe('Mila');
});

const cancelled = { ...guest, status: 'CANCELLED' as const };

test.each([
  ['another time', { ...guest, ...later }, 'moved', later.start_datetime],
  ['a cancellation by the salon', cancelled, 'cancelled', guest.start_datetime],
  [
    'a cancellation at the guest’s request',
    { ...cancelled, cancelled_by: 'CLIENT' as const },
    null,
    guest.start_datetime,
  ],
  ['a client who replaces the guest', { ...ana }, 'cancelled', guest.start_datetime],
] as const)('for %s, the message to the guest has the kind: %s', (_, after, kind, start_datetime) => {
  expect(recipientsOf(guest, after, NOW).guest).toMatchObject({ kind, about: { start_datetime } });
});

test('for a cancellation at the client’s request, the notification says that the client requested it', () => {
  const after = {
    ...ana,
    status: 'CANCELLED' as const,
    cancelled_by: 'CLIENT' as const,
    cancel_reason: 'Bolest',
  };
  expect(recipientsOf(ana, after, NOW).clients).toEqual([
    { name: 'Ana', message: 'Vaš termin 18. novembra u 10:00 je otkazan na vaš zahtev.' },
  ]);
});
