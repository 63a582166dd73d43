import { Suspense, useState } from 'react';
import { ANY_SERVICE } from '#domain/wording/appointments.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import type { ServiceSheetProps } from './service-sheet.tsx';
import type { Service } from './use-service.ts';

export const serviceSheet = lazyPage(() => import('./service-sheet.tsx'));

function Sheet(props: ServiceSheetProps) {
  const ServiceSheet = useLazyPage(serviceSheet);
  return (
    <Suspense>
      <ServiceSheet {...props} />
    </Suspense>
  );
}

const ROW =
  'relative mb-5 flex flex-wrap items-center gap-x-4 rounded-card border border-edge bg-card px-4 py-3';

export interface ServiceRowProps {
  service: Service | null;
  /** The chosen id, also of a service that is not in the price list. */
  id: number | null;
  /** Why the chosen service can't be booked. */
  fault: string | null;
  onChoose: (id: number | null) => void;
}

/** The service for which times are looked for, first of all; the whole row is pressed to choose another. */
export function ServiceRow({ service, id, fault, onChoose }: ServiceRowProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, note } = service
    ? { name: service.name, note: `${durationText(service.duration_minutes)}, ${priceText(service.price)}` }
    : fault
      ? { name: 'Izaberite uslugu', note: fault }
      : ANY_SERVICE;
  return (
    <div className={ROW}>
      <p id="izabrana-usluga" className="min-w-0 grow basis-36 wrap-break-word">
        <span className="block text-small font-medium text-soft">Usluga</span>{' '}
        <span className="block font-display text-h3 font-[460]">{name}</span>{' '}
        <span className="block text-small text-soft">{note}</span>
      </p>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-describedby="izabrana-usluga"
        onClick={() => setIsOpen(true)}
        className="min-h-11 shrink-0 font-semibold text-link after:absolute after:inset-0 after:rounded-card"
      >
        Promeni
      </button>
      {isOpen && (
        <Sheet
          chosen={id}
          onChoose={(id) => {
            setIsOpen(false);
            onChoose(id);
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  );
}

/** The row to come, in its place. */
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
