import { queryOptions } from '@tanstack/react-query';
import { request } from '../lib/api.ts';

export const calendarFeedQueries = {
  /** Is there a link to the salon's calendar? The link itself is told once, to who makes it. */
  state: () =>
    queryOptions({
      queryKey: ['calendar-feed'],
      queryFn: ({ signal }) => request('GET /calendar-feed', { signal }),
    }),
};
