import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RequestBody } from '#contract/index.ts';
import { request } from '../lib/api.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';

/** Also asked for again after the dialog 'Klijent' was saved: it names the first of these. */
const KEY = ['clients', 'all'];

/** Everybody, by name: the page searches in them by itself. */
export const useClients = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => request('GET /users/clients', { signal }),
  });

/** `onAdded` and `onSaved` are told also when the form has left the page meanwhile. */
export function useAddClient(onAdded: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /users/clients'>) => request('POST /users/clients', { body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['clients'] });
      onAdded();
    },
  });
}

export function useEditClient(id: number, onSaved: () => void) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: (body: RequestBody<'PUT /users/clients/{id}'>) =>
      request('PUT /users/clients/{id}', { params: { id }, body }),
    onSuccess: () => {
      changed();
      onSaved();
    },
  });
}

export function useDeleteClient(id: number) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: () => request('DELETE /users/clients/{id}', { params: { id } }),
    onSuccess: changed,
  });
}
