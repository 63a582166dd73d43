import { beforeEach, expect, test, vi } from 'vitest';

const END = '2026-11-17 10:00:00';
let stored: Map<string, string>;

beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
});

/** Loads a second copy of the module, as another tab does. */
async function openTab(): Promise<typeof import('./guest-tickets.ts')> {
  vi.resetModules();
  return import('./guest-tickets.ts');
}

const tokens = (): string[] =>
  (JSON.parse(stored.get('guest-tickets') ?? '[]') as { token: string }[]).map(({ token }) => token);

test('a tab that stores a guest’s booking keeps the bookings that another tab has stored', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.keepGuestTicket({ token: 'a', end: END });
  second.keepGuestTicket({ token: 'b', end: END });
  first.keepGuestTicket({ token: 'c', end: END });
  expect(tokens()).toEqual(['a', 'b', 'c']);
});

test('a tab that stores a guest’s booking does not restore bookings that another tab has removed', async () => {
  const [first, second] = [await openTab(), await openTab()];
  first.keepGuestTicket({ token: 'a', end: END });
  second.dropGuestTicket('a');
  first.keepGuestTicket({ token: 'b', end: END });
  expect(tokens()).toEqual(['b']);
});

test('while storage is full, tickets are kept in memory', async () => {
  const tab = await openTab();
  tab.keepGuestTicket({ token: 'a', end: END });
  const { setItem } = localStorage;
  localStorage.setItem = () => {
    throw new Error('QuotaExceededError');
  };
  tab.keepGuestTicket({ token: 'b', end: END });
  localStorage.setItem = setItem;
  tab.keepGuestTicket({ token: 'c', end: END });
  expect(tokens()).toEqual(['a', 'b', 'c']);
});
