import type { Service } from '#contract/services.ts';
import { t } from '#domain/language/translate.ts';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import { useServiceSheet } from './lazy-parts.tsx';

export interface AddonOffersProps {
  services: readonly Service[];
  /** The chosen ids, including services that the price list no longer contains. */
  ids: readonly number[];
  onChoose: (ids: readonly number[]) => void;
}

const OFFER = 'min-h-11 shrink-0 font-medium text-link';

/** Buttons that add an add-on or another service, in one line that scrolls sideways, so that the times stay on the first screen. */
export default function AddonOffers({ services, ids, onChoose }: AddonOffersProps) {
  const { data = [] } = useServices();
  const canAdd = services.length < MAX_SERVICES_COUNT && services.some(({ is_addon }) => !is_addon);
  const others = canAdd ? data.filter((one) => !services.includes(one)) : [];
  const addons = others.filter(({ is_addon }) => is_addon);
  const add = (id: number) => onChoose([...ids, id]);
  const { open, sheet } = useServiceSheet({
    chosen: ids,
    isAdding: true,
    onChoose: ([id]) => id !== undefined && add(id),
  });
  if (others.length === 0) return null;
  return (
    <div className="-mt-1 flex gap-x-5 overflow-x-auto px-4 [scrollbar-width:none] pointer-fine:[scrollbar-width:thin]">
      {addons.map((addon) => (
        <button key={addon.id} type="button" onClick={() => add(addon.id)} className={OFFER}>
          {`+ ${serviceInList(addon)}`}
        </button>
      ))}
      {others.length > addons.length && (
        <button type="button" aria-haspopup="dialog" onClick={open} className={OFFER}>
          {t('Dodaj još jednu uslugu')}
        </button>
      )}
      {sheet}
    </div>
  );
}
