import { type QueryKey, useQueryClient } from '@tanstack/react-query';

/** Has a list of notices and the badges asked for again. */
export function useRefreshNotices(list: QueryKey): () => void {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [list, ['unread-count']]) void queries.invalidateQueries({ queryKey });
  };
}
