import { queryOptions } from '@tanstack/react-query';
import type { ReachClaim, ReachedMessage } from '#contract/told/reached.ts';
import { reachedInWords } from '#domain/wording/told/round.ts';
import { errorText } from '../lib/api.ts';
import { newAttemptKey } from '../lib/attempts.ts';
import { queryOf } from '../lib/queries/queries.ts';

/** Names this page to the server while it writes to people. */
export const CLAIM_ID = newAttemptKey().slice(0, 64);

const RENEW_MS = 60_000;

/** Claims a person for this page while she is shown; gives the text and the link to send. Renewed while the page is in sight. */
export const claimQuery = (id: number | null) =>
  queryOptions({
    ...queryOf(
      ['reach-claim', id],
      'POST /appointments/{id}/reached',
      id === null ? null : { params: { id }, body: { claim: 1, claim_id: CLAIM_ID } },
    ),
    refetchInterval: RENEW_MS,
    staleTime: RENEW_MS,
    gcTime: 0,
    retry: false,
  });

/** Why she was not written to: who is writing now, or by whom and when she was told meanwhile. */
export function reachRefusal(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  const { claimed, reached } = (cause ?? {}) as { claimed?: ReachClaim; reached?: ReachedMessage };
  if (claimed) return `${claimed.by} upravo piše`;
  const text = errorText(error, 'Greška pri čuvanju.');
  return reached ? `${text} ${reachedInWords(reached)}` : text;
}
