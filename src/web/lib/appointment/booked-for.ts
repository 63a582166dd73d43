import type { PersonId, UserId } from '#domain/ids.ts';

interface Booked {
  person_id?: PersonId | null | undefined;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
}

/** Who comes, for the body of a request: of somebody without an account the person; otherwise the account and its guest. */
export const bookedFor = ({ person_id, client_id, guest_name, guest_phone }: Booked) =>
  client_id === null && person_id ? { person_id } : { client_id, guest_name, guest_phone };
