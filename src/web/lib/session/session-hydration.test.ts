import { expect, test, vi } from 'vitest';

const { began } = vi.hoisted(() => ({ began: [] as (readonly [now: unknown, onServer: unknown])[] }));
vi.mock('react', () => ({
  useSyncExternalStore: (_subscribe: unknown, now: () => unknown, onServer: () => unknown) => {
    began.push([now(), onServer()]);
    return now();
  },
}));

/** Returns how many of the session's hooks render again after hydration because they differ from the server's render. */
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

test('hydrates a visitor’s page without a second render', async () => {
  expect(await renderedAgain({})).toBe(0);
});

test('renders only the session again after hydrating a client’s page', async () => {
  expect(await renderedAgain({ token: 't1', role: 'CLIENT', email: 'ana@primer.rs', name: 'Ana' })).toBe(1);
});
