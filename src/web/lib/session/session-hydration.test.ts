import { expect, test, vi } from 'vitest';

const { began } = vi.hoisted(() => ({ began: [] as (readonly [now: unknown, onServer: unknown])[] }));
vi.mock('react', () => ({
  useSyncExternalStore: (_subscribe: unknown, now: () => unknown, onServer: () => unknown) => {
    began.push([now(), onServer()]);
    return now();
  },
}));

/** How many parts of a session React renders again, at once, where the server has rendered the page. */
async function renderedAgain(stored: Record<string, string>): Promise<number> {
  vi.resetModules();
  began.length = 0;
  const storage = { getItem: (key: string) => stored[key] ?? null };
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('sessionStorage', { getItem: () => null });
  const { useSession, useSessionEpoch, useWasRefused } = await import('./session.ts');
  for (const use of [useSession, useSessionEpoch, useWasRefused]) use();
  expect(began).toHaveLength(3);
  return began.filter(([now, onServer]) => !Object.is(now, onServer)).length;
}

test('a visitor’s page wakes up as the server has rendered it, in slices', async () => {
  expect(await renderedAgain({})).toBe(0);
});

test('of a client’s page only what shows who is logged in is rendered again', async () => {
  expect(await renderedAgain({ token: 't1', role: 'CLIENT', email: 'ana@primer.rs', name: 'Ana' })).toBe(1);
});
