import { useQuery } from '@tanstack/react-query';
import { use, useEffect, useEffectEvent } from 'react';
import { Loaded } from '../lib/queries/loaded.tsx';
import { type PersonRef, peopleQueries } from '../lib/queries/people-queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Dialog, InPanel } from '../ui/dialog.tsx';
import { Skeleton } from '../ui/page.tsx';

/** The content of the dialog, prefetched by appointments/dialogs-ahead.ts. */
export const personCard = lazyPage(() => import('./person-card.tsx'));

/** A skeleton as tall as the first screen of the card, to avoid a layout shift. */
function CardSkeleton() {
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

export interface PersonDialogProps {
  of: PersonRef;
  onClose: () => void;
  /** True once the URL no longer contains the person: the card then closes, but first asks about unsaved changes. */
  isLeaving?: boolean;
}

/** The dialog 'Klijent': everything about one person, with or without an account (docs/spec/product.md §2.14). */
export function PersonDialog({ of, onClose, isLeaving = false }: PersonDialogProps) {
  const query = useQuery(peopleQueries.one(of));
  const isPanel = use(InPanel);
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
      hasCloseButton={isPanel || !query.data} // once the card has loaded, it shows its own close button
    >
      {(requestClose) => (
        <>
          <Loaded query={query} fallback="Greška pri učitavanju korisnika." skeleton={<CardSkeleton />}>
            {(person) => (
              <LazyPart
                key={person.client_id} // with a new account the card has other fields
                part={personCard}
                props={{ person, isInPanel: isPanel, requestClose, onSaved: onClose }}
                fallback={<CardSkeleton />}
              />
            )}
          </Loaded>
          {isLeaving && <Leaving onLeave={requestClose} />}
        </>
      )}
    </Dialog>
  );
}
