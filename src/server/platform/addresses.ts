import { createHash } from 'node:crypto';
import { type Config, nameAndAddress } from './config.ts';

const HASH_CHARACTERS = 12;

/** MAIL_FROM in its parts, else the admin's address; without a name it is the salon's. */
export function sender({ mail, admin }: Config, salonName: string): { name: string; address: string } {
  const { name = salonName, address } = nameAndAddress(mail.from ?? admin.email);
  return { name, address };
}

/** An id that no other salon's is equal to, also in the calendar of a client of two: '<name>.<this salon>@lunula'. */
export function worldwideId(name: string, config: Config): string {
  const salon = createHash('sha256')
    .update(sender(config, '').address)
    .digest('hex')
    .slice(0, HASH_CHARACTERS);
  return `${name}.${salon}@lunula`;
}

/** Where links in mails lead: PUBLIC_URL, else the address that the server listens on. docs/spec/behaviour.md §1.1 */
export const pagesAddress = ({ publicUrl, host, port }: Config): string =>
  publicUrl ?? `http://${host}:${port}`;
