// What a story prepares through the calls that the pages themselves use.

import { dateOf, type WallDate, wallTimeAt } from '../../src/domain/wall-clock.ts';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';

/** The web's own call, at this story's server. */
export const at =
  (salon: Server): typeof fetch =>
  (path, init) =>
    fetch(`${salon.url}${String(path)}`, init);

export interface Headers {
  authorization: string;
  [name: string]: string;
}

/** The header of the admin's session. */
export async function asAdmin(salon: Server): Promise<Headers> {
  const { token } = await request('POST /auth/login', { body: salon.admin }, at(salon));
  return { authorization: `Bearer ${token}` };
}

/** The salon's today, by the server's clock. */
export const todayAt = async (salon: Server, timeZone = 'Europe/Belgrade'): Promise<WallDate> => {
  const date = (await fetch(`${salon.url}/api/health`)).headers.get('date') ?? '';
  return dateOf(wallTimeAt(Date.parse(date), timeZone));
};
