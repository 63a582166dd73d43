import type { ReactNode } from 'react';
import type { Service } from '#contract/services.ts';
import { namesOf } from '#domain/appointments/lines.ts';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { ANY_SERVICE, lengthAndPrice } from '#domain/wording/services.ts';
import { useServices } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import { useServiceSheet } from './lazy-service-sheet.tsx';

const ROW =
  'relative mb-5 in-[&+&]:-mt-2 flex flex-wrap items-center gap-x-4 rounded-card border border-edge bg-card px-4 py-3';

const OFFER_PX = 44;

const addonOffers = lazyPage(() => import('./addon-offers.tsx'));

export interface ServiceRowProps {
  services: readonly Service[];
  /** The chosen ids, including services that the price list no longer contains. */
  ids: readonly number[];
  fault: string | null;
  onChoose: (ids: readonly number[]) => void;
}

export function ServiceRow({ services, ids, fault, onChoose }: ServiceRowProps) {
  const { open, sheet } = useServiceSheet({ chosen: ids, onChoose });
  const { data = [] } = useServices();
  const chosen = namesOf(services);
  const canAdd = services.length < MAX_SERVICES_COUNT && services.some(({ is_addon }) => !is_addon);
  const others = canAdd ? data.filter((one) => !services.includes(one)) : [];
  const addons = others.filter(({ is_addon }) => is_addon);
  const hasMore = others.length > addons.length;
  const { name, note } = fault
    ? { name: 'Izaberite uslugu', note: fault }
    : chosen === null
      ? ANY_SERVICE
      : { name: chosen, note: lengthAndPrice(services) };
  return (
    <ChoiceRow id="izabrana-usluga" label="Usluga" name={name} note={note} onPress={open}>
      {others.length > 0 && (
        <LazyPart
          part={addonOffers}
          props={{ chosen: ids, addons, hasMore, onAdd: (id) => onChoose([...ids, id]) }}
          fallback={<span className="basis-full" style={{ height: (addons.length + +hasMore) * OFFER_PX }} />}
        />
      )}
      {sheet}
    </ChoiceRow>
  );
}

interface ChoiceRowProps {
  id: string;
  label: string;
  name: string;
  note: ReactNode;
  aside?: ReactNode;
  onPress: () => void;
  children: ReactNode;
}

/** A row with the current choice. A press on the row opens other choices. */
export function ChoiceRow({ id, label, name, note, aside, onPress, children }: ChoiceRowProps) {
  return (
    <div className={ROW}>
      <p id={id} className="min-w-0 grow basis-36 wrap-break-word">
        <span className="block text-small font-medium text-soft">{label}</span>{' '}
        <span className="block font-display text-h3 font-[460]">{name}</span>{' '}
        <span className="block text-small text-soft">{note}</span>
      </p>
      {aside}
      <button
        type="button"
        aria-haspopup="dialog"
        aria-describedby={id}
        onClick={onPress}
        className="min-h-11 shrink-0 font-semibold text-link after:absolute after:inset-0 after:rounded-card"
      >
        Promeni
      </button>
      {children}
    </div>
  );
}

export function ServiceRowSkeleton() {
  return (
    <Loading className={ROW}>
      <div className="grid flex-1 gap-2.5 py-1.5">
        <Skeleton className="w-14" />
        <Skeleton className="w-40" />
        <Skeleton className="h-2.5 w-28" />
      </div>
    </Loading>
  );
}
