import type { Service } from '#contract/services.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { useServiceSheet } from './lazy-service-sheet.tsx';

export interface AddonOffersProps {
  chosen: readonly number[];
  addons: readonly Service[];
  /** Whether the user can also add a service that is not an add-on. */
  hasMore: boolean;
  onAdd: (id: number) => void;
}

const OFFER = 'relative z-1 min-h-11 basis-full text-left font-medium text-link';

export default function AddonOffers({ chosen, addons, hasMore, onAdd }: AddonOffersProps) {
  const { open, sheet } = useServiceSheet({
    chosen,
    isAdding: true,
    onChoose: ([id]) => id !== undefined && onAdd(id),
  });
  return (
    <>
      {addons.map((addon) => (
        <button key={addon.id} type="button" onClick={() => onAdd(addon.id)} className={OFFER}>
          {`+ ${serviceInList(addon)}`}
        </button>
      ))}
      {hasMore && (
        <button type="button" aria-haspopup="dialog" onClick={open} className={OFFER}>
          Dodaj još jednu uslugu
        </button>
      )}
      {sheet}
    </>
  );
}
