import { queryOptions } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { request } from '../api.ts';
import { isTechnician } from '../session/session.ts';

export type Technician = ResponseBody<'GET /technicians'>[number];

/** The active technicians in the owner's order. Empty for technicians, and for clients of a salon with one technician. */
export const techniciansQuery = () =>
  queryOptions({
    queryKey: ['technicians'],
    queryFn: ({ signal }) => (isTechnician() ? [] : request('GET /technicians', { signal })),
    meta: { silent: 'GET /technicians' },
  });
