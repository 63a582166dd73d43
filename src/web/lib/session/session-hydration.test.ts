import { expect, test, vi } from 'vitest';

const { began } = vi.hoisted(() => ({ began: [] as (readonly [now: unknown, onServer: unknown])[] }));
vi.mock('react', () => ({
  useSyncExternalStore: (_subscribe: unknown, now: () => unknown, onServer: () => unknown) => {
    began.push([now(), onServer()]);
    return now();
  },
}));

/** Returns how many of the session's hooks cause another render after hydration, because their value differs from the server's. */
async function renderedAgain(stored: Record<string, string>): Promise<number> {
  vi.resetModules();
  began.length = 0;
  const storage = { getItem: (key: string) => stored[key] ?? null };
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  const { useSession, useSessionEpoch, useWasRefused } = await import('./session.ts');
  for (const use of [useSession, useSessionEpoch, useWasRefused]) use();
  expect(began).toHaveLength(3);
  return began.filter(([now, onServer]) => !Object.is(now, onServer)).length;
}

test('on a visitor’s page, no session hook causes another render after hydration', async () => {
  expect(await renderedAgain({})).toBe(0);
});

test('on a client’s page, only useSession causes another render after hydration', async () => {
  expect(await renderedAgain({ token: 't1', role: 'CLIENT', email: 'ana@primer.rs', name: 'Ana' })).toBe(1);
});
