import type { Service } from '#contract/services.ts';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import { useServiceSheet } from './lazy-service-sheet.tsx';

export interface AddonOffersProps {
  services: readonly Service[];
  onAdd: (id: number) => void;
}

const OFFER = 'relative z-1 min-h-11 basis-full text-left font-medium text-link';

export default function AddonOffers({ services, onAdd }: AddonOffersProps) {
  const { data = [] } = useServices();
  const chosen = services.map(({ id }) => id);
  const { open, sheet } = useServiceSheet({
    chosen,
    isAdding: true,
    onChoose: ([id]) => id !== undefined && onAdd(id),
  });
  if (services.length >= MAX_SERVICES_COUNT || !services.some(({ is_addon }) => !is_addon)) return null;
  const others = data.filter((one) => !services.includes(one));
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
        <button type="button" aria-haspopup="dialog" onClick={open} className={OFFER}>
          Dodaj još jednu uslugu
        </button>
      )}
      {sheet}
    </>
  );
}
