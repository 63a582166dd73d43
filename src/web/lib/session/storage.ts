/** The storage of this device or of this tab; null in a browser that forbids it. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | null {
  try {
    return globalThis[kind] ?? null;
  } catch {
    return null;
  }
}

/** What this device keeps under a name; null where it keeps nothing. */
export const itemOnDevice = (key: string): string | null => storageOf('localStorage')?.getItem(key) ?? null;

/** Keeps a text on this device; null removes it. A full or forbidden storage keeps nothing. */
export function keepOnDevice(key: string, text: string | null): void {
  try {
    if (text === null) storageOf('localStorage')?.removeItem(key);
    else storageOf('localStorage')?.setItem(key, text);
  } catch {
    // a full storage: the page goes on without it
  }
}
