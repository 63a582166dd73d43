import { textOfError } from '#contract/page-errors.ts';
import { type Sentence, t } from '#domain/language/translate.ts';
import { useServices } from '../queries/queries.ts';

export const SERVICES_UNKNOWN = 'Usluge nisu učitane. Pokušajte ponovo.' satisfies Sentence;

/** The error text if the price list failed to load or lacks a chosen service; otherwise null. */
export function useServiceFault(ids: readonly number[]): string | null {
  const { data, isPending } = useServices();
  if (isPending || ids.every((id) => data?.some((one) => one.id === id))) return null;
  return data ? textOfError('unknown_service') : t(SERVICES_UNKNOWN);
}
