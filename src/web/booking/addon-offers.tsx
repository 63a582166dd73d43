import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import type { Service } from './use-service.ts';

export interface AddonOffersProps {
  services: readonly Service[];
  onAdd: (id: number) => void;
}

/** The add-ons that can be chosen with the chosen services. */
export default function AddonOffers({ services, onAdd }: AddonOffersProps) {
  const { data = [] } = useServices();
  if (services.length >= MAX_SERVICES_COUNT || !services.some(({ is_addon }) => !is_addon)) return null;
  const offered = data.filter((one) => one.is_addon && !services.includes(one));
  return offered.map((addon) => (
    <button
      key={addon.id}
      type="button"
      onClick={() => onAdd(addon.id)}
      className="relative z-1 min-h-11 basis-full text-left font-medium text-link"
    >
      {`+ ${serviceInList(addon)}`}
    </button>
  ));
}
