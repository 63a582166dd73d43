import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallBody } from '#contract/index.ts';
import { call } from '../lib/api.ts';
import { useChanged } from '../lib/queries.ts';

/** Also asked for again after the dialog 'Klijent' was saved: it names the first of these. */
const KEY = ['clients', 'all'];

/** Everybody, by name: the page searches in them by itself. */
export const useClients = () =>
  useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /users/clients', { signal }),
  });

/** `onAdded` and `onSaved` are told also when the form has left the page meanwhile. */
export function useAddClient(onAdded: () => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallBody<'POST /users/clients'>) => call('POST /users/clients', { body }),
    onSuccess: () => {
      void queries.invalidateQueries({ queryKey: ['clients'] });
      onAdded();
    },
  });
}

export function useEditClient(id: number, onSaved: () => void) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: CallBody<'PUT /users/clients/{id}'>) =>
      call('PUT /users/clients/{id}', { params: { id }, body }),
    onSuccess: () => {
      changed();
      onSaved();
    },
  });
}

export function useDeleteClient(id: number) {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => call('DELETE /users/clients/{id}', { params: { id } }),
    onSuccess: changed,
  });
}
