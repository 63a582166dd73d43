// A technician uses the salon's endpoints within her own data. Every request of a technician passes here. docs/spec/behaviour.md §16.11
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import type { SessionUser } from '../auth/sessions.ts';
import type { Db } from '../db/schema.ts';
import { refuse } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;
type User = Pick<SessionUser, 'technician_id'> | null;

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const takes = (schema: z.ZodType | undefined, field: string): boolean =>
  schema !== undefined && 'shape' in schema && field in (schema.shape as Fields);

/** Adds a technician's own id to her query or body, before validation. Refuses a request that names another technician or `any_technician`. */
export function ownInput(
  endpoint: Pick<Endpoint, 'access' | 'query' | 'body'>,
  part: 'query' | 'body',
  value: unknown,
  user: User,
): unknown {
  const { access, [part]: schema } = endpoint;
  const technician = user?.technician_id;
  if (technician == null) return value;
  if (takes(schema, 'any_technician') && isFields(value) && value.any_technician === 1) refuse('not_allowed');
  // the body of a public endpoint may name any technician: for example, anybody may join the waitlist for any technician
  if ((access === 'public' && part === 'body') || !takes(schema, 'technician_id')) return value;
  if (!isFields(value)) return value; // the query or body is not an object; the validation that follows refuses it
  const hers = part === 'query' ? String(technician) : technician;
  if (value.technician_id !== undefined && value.technician_id !== hers) refuse('not_allowed');
  return { ...value, technician_id: hers };
}

const ID_FIELDS = ['id', 'ids', 'a_id', 'b_id', 'to_id', 'slot_id', 'same_address'] as const;

const idsIn = (part: unknown): unknown[] =>
  isFields(part) ? ID_FIELDS.flatMap((field) => part[field] ?? []).concat(idsIn(part.cancel)) : [];

/** Refuses a technician whose request names rows of other technicians. The command itself refuses rows that do not exist. */
export async function assertOwnRows(
  db: Db,
  { rows }: Pick<Endpoint, 'rows'>,
  user: User,
  { params, query, body }: Readonly<Record<'params' | 'query' | 'body', unknown>>,
): Promise<void> {
  if (user?.technician_id == null || rows === undefined) return;
  const ids = [params, query, body].flatMap(idsIn) as never[];
  const found = await db.selectFrom(rows).select('technician_id').distinct().where('id', 'in', ids).execute();
  if (found.some(({ technician_id }) => technician_id !== user.technician_id)) refuse('not_allowed');
}

/** True if the user may see clients' phone numbers. The owner can hide them from technicians. */
export async function showsPhones(db: Db, user: User): Promise<boolean> {
  if (user?.technician_id == null) return true;
  const setting = db.selectFrom('settings').select('value').where('name', '=', 'technicians_see_phones');
  return (await setting.executeTakeFirst())?.value !== '0';
}

const HIDDEN = ['client_email', 'client_notes'];
const PHONES = ['client_phone', 'guest_phone'];

/** The response for a technician, without payments and without client data that she must not see. */
export async function ownResponse(db: Db, user: User, body: unknown): Promise<unknown> {
  if (user?.technician_id == null) return body;
  const hidden = new Set((await showsPhones(db, user)) ? HIDDEN : [...HIDDEN, ...PHONES]);
  const without = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(without);
    if (!isFields(value) || Object.getPrototypeOf(value) !== Object.prototype) return value;
    const { paid: _, ...shown } = value;
    const entries = Object.entries(shown).map(([key, one]) => [key, hidden.has(key) ? null : without(one)]);
    return Object.fromEntries(entries);
  };
  return without(body);
}
