import { textOfError } from '#contract/page-errors.ts';
import { useServices } from '../queries/queries.ts';

export const SERVICES_UNKNOWN = 'Usluge nisu učitane. Pokušajte ponovo.';

/** Why a chosen service can't be booked: the price list could not be loaded, or does not have it. null for none or a listed one. */
export function useServiceFault(id: number | null): string | null {
  const { data, isPending } = useServices();
  if (id === null || isPending || data?.some((one) => one.id === id)) return null;
  return data ? textOfError('unknown_service') : SERVICES_UNKNOWN;
}
