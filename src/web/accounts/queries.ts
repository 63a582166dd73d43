import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { request } from '../lib/api.ts';
import { currentSession, renewSession } from '../lib/session.ts';

export type Profile = ResponseBody<'GET /auth/me'>;
type Saved = ResponseBody<'PUT /auth/me'>;

const KEY = ['profile'];

export const useProfile = () =>
  useQuery({ queryKey: KEY, queryFn: ({ signal }) => request('GET /auth/me', { signal }) });

/** The same person goes on: with a fresh token after a new password, which ended every other session. */
function goOnAs({ token, user: { role, name, email } }: Saved): void {
  const session = currentSession();
  if (session) renewSession({ token: token ?? session.token, role, name, email: email ?? '' });
}

export interface SaveOutcome {
  onSaved: (saved: Saved) => void;
  onRefused: (error: unknown) => void;
}

export function useSaveProfile({ onSaved, onRefused }: SaveOutcome) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'PUT /auth/me'>) => request('PUT /auth/me', { body }),
    onSuccess: (saved) => {
      goOnAs(saved);
      queries.setQueryData<Profile>(KEY, saved);
      onSaved(saved);
    },
    onError: onRefused,
  });
}
