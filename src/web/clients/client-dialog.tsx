import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/page.tsx';

/** The content of the dialog, prefetched by appointments/dialogs-ahead.ts. */
export const clientCard = lazyPage(() => import('./client-card.tsx'));

/** A skeleton as tall as the first screen of the card, to avoid a layout shift. */
function ClientSkeleton() {
  return (
    <div role="status">
      <p className="text-soft">Učitavanje…</p>
      <div aria-hidden="true" className="mt-4 grid gap-4">
        <Skeleton className="h-11 rounded-card" />
        <Skeleton className="h-11 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
        <Skeleton className="h-96 rounded-card" />
      </div>
    </div>
  );
}

/** Closes the card when the user goes back, in the same way as the card's own close button. */
function Leaving({ onLeave }: { onLeave: () => void }) {
  const leave = useEffectEvent(onLeave);
  useEffect(() => leave(), []);
  return null;
}

export interface ClientDialogProps {
  id: number;
  onClose: () => void;
  /** True once the URL no longer contains the client: the card then closes, but first asks about unsaved changes. */
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
      isWide="side"
      hasCloseButton={!query.data} // once the client card has loaded, it shows its own close button
    >
      {(requestClose) => (
        <>
          <Loaded query={query} fallback="Greška pri učitavanju korisnika." skeleton={<ClientSkeleton />}>
            {(client) => (
              <LazyPart
                part={clientCard}
                props={{ client, requestClose, onSaved: onClose }}
                fallback={<ClientSkeleton />}
              />
            )}
          </Loaded>
          {isLeaving && <Leaving onLeave={requestClose} />}
        </>
      )}
    </Dialog>
  );
}
