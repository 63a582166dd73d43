import type { UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { useHasMouse } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';

function Note({ children }: { children: ReactNode }) {
  return (
    <div className="pointer-events-none absolute inset-x-0 bottom-4 z-6 grid justify-items-center px-4">
      <div className="pointer-events-auto flex items-center gap-3 rounded-card border border-line bg-card px-4 py-2 text-center text-small shadow-float">
        {children}
      </div>
    </div>
  );
}

/**
 * Loading, not loaded, nothing there: over the grid, which stands in any case. (The failure itself is a toast:
 * docs/spec/product.md §8.2.)
 */
export function StateOverGrid({ query, isEmpty }: { query: UseQueryResult<unknown>; isEmpty: boolean }) {
  const hasMouse = useHasMouse();
  if (query.isPending) {
    return (
      <Loading className="pointer-events-none absolute inset-x-0 top-24 z-2 pr-3 pl-18">
        <div className="grid gap-6">
          {['w-1/2', 'w-3/4', 'w-2/5', 'w-2/3'].map((width) => (
            <Skeleton key={width} className={`h-12 rounded-event ${width}`} />
          ))}
        </div>
      </Loading>
    );
  }
  if (query.isError && query.data === undefined) {
    return (
      <Note>
        Termini nisu učitani.
        <Button variant="text" isSmall onClick={() => void query.refetch()} isBusy={query.isFetching}>
          {!query.isFetching && <RotateCw aria-hidden="true" size={16} />}
          Pokušaj ponovo
        </Button>
      </Note>
    );
  }
  if (isEmpty && !query.isError) {
    return (
      <Note>
        <span className="py-1 text-soft">
          {hasMouse
            ? 'Nema termina. Prevucite po mreži da biste ih dodali.'
            : 'Nema termina. Dodirnite mrežu, ili zadržite prst na njoj pa prevucite.'}
        </span>
      </Note>
    );
  }
  return null;
}
