import type { Access } from '#contract/entry.ts';
import { refuse } from '../refuse.ts';
import { type Caller, callerOf, type Sessions } from '../sessions/sessions.ts';

const BEARER = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** Who calls: null without a token. A token that is sent and dead is 401 on every call, never silently a guest (behaviour.md §4). */
export async function readCaller(
  sessions: Sessions,
  authorization: string | undefined,
  nowMs: number,
): Promise<Caller | null> {
  if (authorization === undefined) return null;
  const [, token] = BEARER.exec(authorization.trim()) ?? [];
  const caller = token === undefined ? undefined : await callerOf(sessions, token, nowMs);
  return caller ?? refuse('login_required');
}

/** The door of a call: first the token, then the role. */
export function assertAccess(access: Access, who: Caller | null): void {
  if (access === 'visitor') return;
  if (!who) refuse('login_required');
  if (access === 'ADMIN' && who.role !== 'ADMIN') refuse('not_allowed');
}
