import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';

/** What no change of an appointment, client or absence touches. */
const STEADY: readonly unknown[] = ['salon', 'services'];

/**
 * After a change of the salon's book: whatever lists it - lists, home, calendar, absences, clients, counts - is asked for
 * again where it stands on the screen. One appointment shows in so many places that naming them would forget one.
 */
export function useChanged(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => !STEADY.includes(queryKey[0]) });
  }, [client]);
}
