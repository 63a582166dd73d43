import { useSyncExternalStore } from 'react';
import type { Sentence } from '#domain/language/translate.ts';

/** Why no request succeeds: the device has no network, or the server does not respond. */
export type Outage = 'offline' | 'down';

export const OUTAGE_TEXTS = {
  offline: 'Nema mreže.',
  down: 'Nema veze sa salonom.',
} satisfies Record<Outage, Sentence>;

let outage: Outage | null = null;
const listeners = new Set<() => void>();

const deviceOutage = (): Outage | null => (globalThis.navigator?.onLine === false ? 'offline' : null);

/** The current outage, recognized by failed requests or reported by the browser; null while requests may succeed. */
export const currentOutage = (): Outage | null => outage ?? deviceOutage();

export function setOutage(is: boolean): void {
  outage = is ? (deviceOutage() ?? 'down') : null;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export const useOutage = (): Outage | null => useSyncExternalStore(subscribe, currentOutage, () => null);
