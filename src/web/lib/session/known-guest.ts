import type { TechnicianId } from '#domain/ids.ts';
import { itemOnDevice, KNOWN_GUEST_KEY as KEY, keepOnDevice } from './storage.ts';
import { storedValue } from './stored-value.ts';

/** The guest who last booked on this device, until 'Zaboravi me' or a logout. docs/spec/behaviour.md §5.26 */
export interface KnownGuest {
  readonly guest_name: string;
  readonly guest_phone: string;
  readonly services: readonly number[];
  readonly technician: TechnicianId | null;
}

const isKnownGuest = (value: unknown): value is KnownGuest => {
  const { guest_name, guest_phone, services } = (value ?? {}) as Partial<Record<keyof KnownGuest, unknown>>;
  return typeof guest_name === 'string' && typeof guest_phone === 'string' && Array.isArray(services);
};

export const knownGuest = (): KnownGuest | null => storedValue(itemOnDevice(KEY), isKnownGuest);

export const keepKnownGuest = (guest: KnownGuest | null): void =>
  keepOnDevice(KEY, guest && JSON.stringify(guest));
