import { textOfError } from '#contract/page-errors.ts';
import { useServices } from '../queries/queries.ts';

export const SERVICES_UNKNOWN = 'Usluge nisu učitane. Pokušajte ponovo.';

/** Why chosen services can't be booked: the price list could not be loaded, or lacks one. null for none or listed ones. */
export function useServiceFault(ids: readonly number[]): string | null {
  const { data, isPending } = useServices();
  if (isPending || ids.every((id) => data?.some((one) => one.id === id))) return null;
  return data ? textOfError('unknown_service') : SERVICES_UNKNOWN;
}
