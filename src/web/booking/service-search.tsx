import { t } from '#domain/language/translate.ts';
import { matchesSearch, searchText } from '#domain/search.ts';
import { SERVICES_UNKNOWN } from '../lib/appointment/service-fault.ts';
import type { useServices } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';

/** Lists with at least this many services have a search field. */
export const SEARCHED_FROM = 12;

/** The items whose name matches the search; all items for an empty search. */
export const foundByName = <T,>(items: readonly T[], sought: string, nameOf: (item: T) => string): T[] =>
  items.filter((item) => matchesSearch(sought, searchText([nameOf(item)], null)));

interface ServiceSearchProps {
  value: string;
  onChange: (sought: string) => void;
  isFound: boolean;
}

export function ServiceSearch({ isFound, ...field }: ServiceSearchProps) {
  const error = isFound ? undefined : t('Nema takve usluge.');
  return (
    <TextField
      {...field}
      error={error}
      label={t('Pretraga')}
      type="search"
      autoComplete="off"
      enterKeyHint="search"
    />
  );
}

/** Says that the price list could not be loaded, with a retry button. */
export function ServicesUnknown({
  query: { refetch, isFetching },
}: {
  query: ReturnType<typeof useServices>;
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {t(SERVICES_UNKNOWN)}
      <Button variant="text" isSmall isBusy={isFetching} onClick={() => refetch()}>
        {t('Pokušaj ponovo')}
      </Button>
    </span>
  );
}
