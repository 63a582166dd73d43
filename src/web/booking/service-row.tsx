import type { ReactNode } from 'react';
import { namesOf } from '#domain/appointments/lines.ts';
import { t } from '#domain/language/translate.ts';
import { lengthAndPrice } from '#domain/wording/services.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import type { AddonOffersProps } from './addon-offers.tsx';
import { useServiceSheet } from './lazy-parts.tsx';

/** The card with the rows of what is chosen: service and technician. */
export const ChoiceCard = (props: { children: ReactNode }) => (
  <div {...props} className="mb-5 divide-y divide-line rounded-card border border-edge bg-card" />
);

const ROW = 'relative flex items-center gap-x-4 px-4 py-2.5 tight:py-1';

const addonOffers = lazyPage(() => import('./addon-offers.tsx'));

export interface ServiceRowProps extends AddonOffersProps {
  fault: string | null;
}

export function ServiceRow({ services, ids, fault, onChoose }: ServiceRowProps) {
  const { open, sheet } = useServiceSheet({ chosen: ids, onChoose });
  const chosen = namesOf(services);
  const { name, note } =
    fault || chosen === null
      ? { name: t('Izaberite uslugu'), note: fault }
      : { name: chosen, note: lengthAndPrice(services) };
  return (
    <div>
      <ChoiceRow id="izabrana-usluga" label={t('Usluga')} name={name} note={note} onPress={open} />
      {chosen && (
        <LazyPart
          part={addonOffers}
          props={{ services, ids, onChoose }}
          fallback={<div className="h-10" />}
        />
      )}
      {sheet}
    </div>
  );
}

interface ChoiceRowProps {
  id: string;
  label: string;
  name: string;
  note: ReactNode;
  aside?: ReactNode;
  onPress: () => void;
}

/** A row with the current choice. A press on the row opens other choices. */
export function ChoiceRow({ id, label, name, note, aside, onPress }: ChoiceRowProps) {
  return (
    <div className={ROW}>
      <p id={id} className="min-w-0 grow wrap-break-word">
        <span className="block tight:inline text-small font-medium text-soft">{label}</span>{' '}
        <span className="block tight:inline font-display text-h3 font-[460]">{name}</span>{' '}
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
        {t('Promeni')}
      </button>
    </div>
  );
}

/** As high as a row with the note of a chosen service, or without. */
export const ChoiceRowSkeleton = ({ hasNote }: { hasNote: boolean }) => (
  <Loading className={ROW}>
    <div className="grid flex-1 gap-2 py-1">
      <Skeleton className="w-14" />
      <Skeleton className="w-40" />
      {hasNote && <Skeleton className="h-2.5 w-28" />}
    </div>
  </Loading>
);
