import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { t } from '#domain/language/translate.ts';
import { Button } from '../../ui/button.tsx';

interface LoadMoreProps {
  query: Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  isBlock?: boolean;
  className?: string;
}

export function LoadMore({ query, isBlock = true, className }: LoadMoreProps) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      isBlock={isBlock}
      isBusy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
      className={className}
    >
      {t('Učitaj još')}
    </Button>
  );
}
