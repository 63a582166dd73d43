import { beforeEach, expect, test, vi } from 'vitest';

/** Replaces the browser's storage, with only the methods that the session needs. */
function memory(): Storage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
    clear: () => values.clear(),
    key: (index) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}

const ana = { token: 't1', role: 'CLIENT', email: 'ana@primer.rs', name: 'Ana' } as const;
let local: Storage;
let tab: Storage;

/** Loads the module again, as a newly opened page does. */
async function freshPage(): Promise<typeof import('./session.ts')> {
  vi.resetModules();
  return import('./session.ts');
}

beforeEach(() => {
  local = memory();
  tab = memory();
  vi.stubGlobal('window', globalThis);
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
});

const keysOf = (storage: Storage) => Array.from({ length: storage.length }, (_, index) => storage.key(index));

test('a remembered session is in local storage, so that a new page is logged in', async () => {
  (await freshPage()).startSession(ana, true);
  expect(keysOf(local).toSorted()).toEqual(['email', 'name', 'role', 'token']);
  expect(keysOf(tab)).toEqual([]);
  expect((await freshPage()).currentSession()).toEqual(ana);
});

test('a session that is not remembered is only in session storage, so that a new window is not logged in', async () => {
  (await freshPage()).startSession(ana, false);
  expect(keysOf(local)).toEqual([]);
  expect(keysOf(tab).toSorted()).toEqual(['email', 'name', 'role', 'token']);
  expect((await freshPage()).currentSession()).toEqual(ana);
  vi.stubGlobal('sessionStorage', memory());
  expect((await freshPage()).currentSession()).toBeNull();
});

test('a new token is stored in the same storage as the old token', async () => {
  const { startSession, renewSession } = await freshPage();
  startSession(ana, false);
  renewSession({ ...ana, token: 't2', name: 'Ana Anić' });
  expect([local.getItem('token'), tab.getItem('token'), tab.getItem('name')]).toEqual([
    null,
    't2',
    'Ana Anić',
  ]);
});

test('the token is stored last, so that another tab never reads it without role and email', async () => {
  const { startSession } = await freshPage();
  const setItem = vi.spyOn(local, 'setItem');
  startSession(ana, true);
  expect(setItem.mock.calls.map(([key]) => key)).toEqual(['name', 'email', 'role', 'token']);
});

test('two tabs can have sessions of two users if the sessions are not remembered', async () => {
  const jelena = { token: 't3', role: 'ADMIN', email: 'jelena@primer.rs', name: 'Jelena' } as const;
  (await freshPage()).startSession(ana, false);
  const tabOfAna = tab;
  vi.stubGlobal('sessionStorage', memory());
  const other = await freshPage();
  other.startSession(jelena, false);
  vi.stubGlobal('sessionStorage', tabOfAna);
  expect((await freshPage()).currentSession()).toEqual(ana);
  vi.stubGlobal('sessionStorage', memory());
  other.endSession();
  vi.stubGlobal('sessionStorage', tabOfAna);
  expect((await freshPage()).currentSession()).toEqual(ana);
});

test('the session of a tab has priority over the remembered session', async () => {
  const { startSession } = await freshPage();
  startSession(ana, false);
  const mira = { token: 't4', role: 'CLIENT', email: 'mira@primer.rs', name: 'Mira' };
  for (const [key, value] of Object.entries(mira)) local.setItem(key, value); // another tab logs in
  const page = await freshPage();
  expect(page.currentSession()).toEqual(ana);
  page.refuseToken('t1');
  expect(local.getItem('token')).toBe('t4');
});

test('the end of a session removes its items, but not the tickets of guests', async () => {
  const { startSession, endSession, currentSession, GUEST_TICKETS_KEY } = await freshPage();
  startSession(ana, true);
  local.setItem(GUEST_TICKETS_KEY, '[]');
  endSession();
  expect(currentSession()).toBeNull();
  expect([...keysOf(local), ...keysOf(tab)]).toEqual([GUEST_TICKETS_KEY]);
});

test('a rejected token ends its own session, but not a newer session', async () => {
  const { startSession, refuseToken, currentSession } = await freshPage();
  startSession({ ...ana, token: 't2' }, true);
  refuseToken('t1');
  expect(currentSession()?.token).toBe('t2');
  refuseToken('t2');
  expect(currentSession()).toBeNull();
  expect(keysOf(local)).toEqual([]);
});

test('if a token is rejected after it was accepted, the session counts as ended, but the open page stays until the user leaves it', async () => {
  const { startSession, acceptToken, refuseToken, currentSession, sessionToken, isEnded, leaveEndedSession } =
    await freshPage();
  startSession(ana, true);
  acceptToken('t1');
  refuseToken('t1');
  expect([isEnded(), currentSession(), sessionToken()]).toEqual([true, null, 't1']);
  expect(keysOf(local)).toEqual([]);
  startSession({ ...ana, token: 't2' }, true);
  expect([isEnded(), currentSession()?.token]).toEqual([false, 't2']);
  acceptToken('t2');
  refuseToken('t2');
  leaveEndedSession();
  expect([isEnded(), sessionToken()]).toEqual([false, null]);
});

test('items stored with a session are removed by a logout, by the rejection of its token and by another login', async () => {
  const { startSession, refuseToken, endSession } = await freshPage();
  const { keepOwnItem, ownItem } = await import('./session-items.ts');
  const ends = [
    () => refuseToken('t1'),
    () => endSession(),
    () => startSession({ ...ana, token: 't9', email: 'mira@primer.rs' }, false),
    () => startSession({ ...ana, token: 't9' }, true),
  ];
  for (const end of ends) {
    startSession(ana, true);
    keepOwnItem(ana, 'last-seen', 'termini');
    keepOwnItem(ana, 'pushed-to', 'https://push.example/1');
    expect(ownItem('last-seen')).toBe('termini');
    end();
    expect([ownItem('last-seen'), ownItem('pushed-to')]).toEqual([null, null]);
    expect(
      [...keysOf(local), ...keysOf(tab)].filter((key) => key === 'last-seen' || key === 'pushed-to'),
    ).toEqual([]);
  }
});

test('values that arrive after the end of their session are not stored', async () => {
  const { startSession, endSession } = await freshPage();
  const { keepOwnItem } = await import('./session-items.ts');
  startSession(ana, true);
  local.setItem('token', 't2'); // a login of another user in another tab
  keepOwnItem(ana, 'last-seen', 'termini');
  endSession();
  keepOwnItem(ana, 'last-seen', 'termini');
  expect(keysOf(local)).toEqual([]);
});

test('the session is kept in memory if the browser forbids storage', async () => {
  const forbid = () => {
    throw new Error('SecurityError');
  };
  Object.defineProperty(globalThis, 'localStorage', { configurable: true, get: forbid });
  Object.defineProperty(globalThis, 'sessionStorage', { configurable: true, get: forbid });
  const { startSession, currentSession } = await freshPage();
  startSession(ana, true);
  expect(currentSession()).toEqual(ana);
});
