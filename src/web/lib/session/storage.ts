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
