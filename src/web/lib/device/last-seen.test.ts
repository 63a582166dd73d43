import { beforeEach, expect, test, vi } from 'vitest';
import type { SeenAppointment } from './last-seen.ts';

const ana = { token: 't1', role: 'CLIENT', email: 'ana@primer.rs', name: 'Ana' } as const;
const SALON = { name: 'Salon Mila', time_zone: 'Europe/Belgrade' } as never;
const AT = '2026-11-17 14:05:00';

const booking: SeenAppointment = {
  id: 4 as SeenAppointment['id'],
  start_datetime: '2026-11-18 10:00:00',
  end_datetime: '2026-11-18 11:00:00',
  service_name: 'Gel lak',
  service_price: 1800,
  client_name: 'Ana Anić',
  client_phone: '064 123 456',
  guest_name: null,
  guest_phone: null,
};

let values: Map<string, string>;

beforeEach(() => {
  vi.resetModules();
  values = new Map();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  });
  vi.stubGlobal('sessionStorage', undefined);
});

async function page() {
  const { startSession } = await import('../session/session.ts');
  startSession(ana, true);
  return import('./last-seen.ts');
}

test('appointments are stored without the fields that offline pages do not show', async () => {
  const { keepLastSeen, lastSeen } = await page();
  const row = { ...booking, client_notes: 'alergija', notes: 'kasnim' };
  keepLastSeen(ana, { at: AT, salon: SALON, appointments: [row] });
  expect(lastSeen()).toMatchObject({ at: AT, salon: SALON, appointments: [booking] });
  expect(values.get('last-seen')).not.toMatch(/alergija|kasnim/);
});

test.each([
  ['of another user', (kept: object) => ({ ...kept, email: 'mira@primer.rs' })],
  ['of another format', (kept: object) => ({ ...kept, shape: 2 })],
  ['without a time', (kept: object) => ({ ...kept, at: 'juče' })],
  ['without appointments', (kept: object) => ({ ...kept, appointments: undefined })],
  ['that is null', () => null],
])('ignores stored data %s', async (_, change) => {
  const { keepLastSeen, lastSeen } = await page();
  keepLastSeen(ana, { at: AT, salon: SALON, appointments: [booking] });
  values.set('last-seen', JSON.stringify(change(JSON.parse(values.get('last-seen') ?? ''))));
  expect(lastSeen()).toBeNull();
});

test('stored text that is not JSON is ignored', async () => {
  const { lastSeen } = await page();
  values.set('last-seen', '{"shape":1');
  expect(lastSeen()).toBeNull();
});

test('if there is no space for newer data, the older stored data are removed', async () => {
  const { keepLastSeen, lastSeen } = await page();
  keepLastSeen(ana, { at: AT, salon: SALON, appointments: [booking] });
  localStorage.setItem = () => {
    throw new DOMException('full', 'QuotaExceededError');
  };
  keepLastSeen(ana, { at: '2026-11-17 15:00:00', salon: SALON, appointments: [] });
  expect(lastSeen()).toBeNull();
});
