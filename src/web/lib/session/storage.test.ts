import { afterEach, expect, test, vi } from 'vitest';
import { storageOf } from './storage.ts';

afterEach(() => vi.unstubAllGlobals());

const stored = { getItem: () => 't1' };

test('a page reads the storage of its window', () => {
  vi.stubGlobal('window', { localStorage: stored });
  expect(storageOf('localStorage')).toBe(stored);
});

test('a page whose browser forbids storage has none', () => {
  const window = Object.defineProperty({}, 'localStorage', {
    get: () => {
      throw new DOMException('denied', 'SecurityError');
    },
  });
  vi.stubGlobal('window', window);
  expect(storageOf('localStorage')).toBeNull();
});

test('the server, which renders pages for all visitors, reads no storage of Node.js', () => {
  vi.stubGlobal('sessionStorage', stored);
  expect(storageOf('sessionStorage')).toBeNull();
});
