import { afterEach, expect, test, vi } from 'vitest';
import { storageOf } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

const stored = { getItem: () => 't1' };

test('returns the storage of the page’s window', () => {
  vi.stubGlobal('window', { localStorage: stored });
  expect(storageOf('localStorage')).toBe(stored);
});

test('returns null if the browser forbids storage', () => {
  const window = Object.defineProperty({}, 'localStorage', {
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  vi.stubGlobal('window', window);
  expect(storageOf('localStorage')).toBeNull();
});

test('returns null on the server, even if Node.js has a storage: all visitors would share it', () => {
  vi.stubGlobal('sessionStorage', stored);
  expect(storageOf('sessionStorage')).toBeNull();
});
