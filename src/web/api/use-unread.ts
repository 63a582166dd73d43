import { useQuery } from '@tanstack/react-query';
import { POLL_MS } from '#salon/limits.ts';
import { call } from './call.ts';
import { leaveConsoleLine } from './refusal/quiet-failure.ts';
import { type Session, useSession } from './session/session.ts';

const countOf = {
  ADMIN: (signal: AbortSignal) => call('GET /notifications/unread-count', { signal }),
  CLIENT: (signal: AbortSignal) => call('GET /client-notifications/unread-count', { signal }),
} as const;

async function unreadCountOf(role: Session['role'], signal: AbortSignal): Promise<number> {
  try {
    const answer = await countOf[role](signal);
    return 'count' in answer ? answer.count : answer.ALL;
  } catch (error) {
    if (signal.aborted) throw error;
    leaveConsoleLine('unread-count', error);
    return 0;
  }
}

/** Unread notifications of whoever is logged in, polled every 60 s; 0 for visitors and when asking failed (spec.md §8). */
export function useUnreadCount(): number {
  const role = useSession()?.role;
  const { data } = useQuery({
    queryKey: ['unread-count'],
    queryFn: ({ signal }) => unreadCountOf(role ?? 'CLIENT', signal),
    enabled: role !== undefined,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  return role === undefined ? 0 : (data ?? 0);
}
