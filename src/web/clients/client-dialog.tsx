import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent } from 'react';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/screen-states.tsx';
import type { ClientCardProps } from './card/client-card.tsx';

/** Fetched when the page under it stands, `DialogsAhead`. */
export const clientCard = lazyPage(() => import('./card/client-card.tsx'));

function Card(props: ClientCardProps) {
  const ClientCard = useLazyPage(clientCard);
  return <ClientCard {...props} />;
}

/** As high as the card's first screen, so that nothing jumps. */
function ClientSkeleton() {
  return (
    <div role="status">
      <p className="text-soft">Učitavanje…</p>
      <div aria-hidden="true" className="mt-4 grid gap-4 lg:grid-cols-[minmax(0,5fr)_minmax(0,6fr)]">
        <Skeleton className="h-11 rounded-card" />
        <Skeleton className="h-11 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}

/** A step back in the browser closes the card as its own button does. */
function Leaving({ onLeave }: { onLeave: () => void }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave(), []);
  return null;
}

export interface ClientDialogProps {
  id: number;
  onClose: () => void;
  /** The address asks for it no longer: it closes, or asks first where something was typed. */
  isLeaving?: boolean;
}

/** The dialog 'Klijent': everything about one client (docs/spec/product.md §2.14). */
export function ClientDialog({ id, onClose, isLeaving = false }: ClientDialogProps) {
  const query = useQuery(clientQueries.one(id));
  return (
    <Dialog
      title="Klijent"
      lead={
        query.data && (
          <span className="block font-display text-h1 font-[440] text-ink wrap-anywhere">
            {query.data.name}
          </span>
        )
      }
      onClose={onClose}
      isWide="most"
      hasCloseButton={!query.data} // the form has its own way out
    >
      {(requestClose) => (
        <>
          <Loaded query={query} fallback="Greška pri učitavanju korisnika." skeleton={<ClientSkeleton />}>
            {(client) => (
              <Suspense fallback={<ClientSkeleton />}>
                <Card client={client} requestClose={requestClose} onSaved={onClose} />
              </Suspense>
            )}
          </Loaded>
          {isLeaving && <Leaving onLeave={requestClose} />}
        </>
      )}
    </Dialog>
  );
}
