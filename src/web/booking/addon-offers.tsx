import { useState } from 'react';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import { LazyPart } from '../lib/routing/lazy-part.tsx';
import { serviceSheet } from './lazy-service-sheet.ts';
import type { Service } from './use-service.ts';

export interface AddonOffersProps {
  services: readonly Service[];
  onAdd: (id: number) => void;
}

const OFFER = 'relative z-1 min-h-11 basis-full text-left font-medium text-link';

/** The add-ons that can be chosen with the chosen services, and the list of the others: a press adds one. */
export default function AddonOffers({ services, onAdd }: AddonOffersProps) {
  const { data = [] } = useServices();
  const [isOpen, setIsOpen] = useState(false);
  if (services.length >= MAX_SERVICES_COUNT || !services.some(({ is_addon }) => !is_addon)) return null;
  const others = data.filter((one) => !services.includes(one));
  const chosen = services.map(({ id }) => id);
  return (
    <>
      {others
        .filter(({ is_addon }) => is_addon)
        .map((addon) => (
          <button key={addon.id} type="button" onClick={() => onAdd(addon.id)} className={OFFER}>
            {`+ ${serviceInList(addon)}`}
          </button>
        ))}
      {others.some(({ is_addon }) => !is_addon) && (
        <button type="button" aria-haspopup="dialog" onClick={() => setIsOpen(true)} className={OFFER}>
          Dodaj još jednu uslugu
        </button>
      )}
      {isOpen && (
        <LazyPart
          part={serviceSheet}
          props={{
            chosen,
            isAdding: true,
            onChoose: ([id]) => {
              setIsOpen(false);
              if (id !== undefined) onAdd(id);
            },
            onClose: () => setIsOpen(false),
          }}
        />
      )}
    </>
  );
}
