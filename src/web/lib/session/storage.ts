/** The browser's storage for this device (`localStorage`) or this tab (`sessionStorage`); null if the browser forbids it, and on the server. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return window[kind] ?? null;
  } catch {
    return null;
  }
}

export const itemOnDevice = (key: string): string | null => storageOf('localStorage')?.getItem(key) ?? null;

/** Stores a text on the device; null removes it. Does nothing when storage is full or forbidden. */
export function keepOnDevice(key: string, text: string | null): void {
  try {
    if (text === null) storageOf('localStorage')?.removeItem(key);
    else storageOf('localStorage')?.setItem(key, text);
  } catch {
    // the storage is full; the page works without the item
  }
}

/** The key of known-guest.ts. Here, because the booking page loads that module only if the device knows a guest. */
export const KNOWN_GUEST_KEY = 'known-guest';
