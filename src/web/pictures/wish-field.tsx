import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useMemo } from 'react';
import type { WorkId } from '#domain/ids.ts';
import { t } from '#domain/language/translate.ts';
import { MAX_WISHES } from '#domain/work/pictures.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { worksQuery } from '../lib/queries/work-queries.ts';
import { IconButton } from '../ui/button.tsx';
import { AddSquare, SQUARE, SQUARES, wishHint } from './uploads.tsx';

function Wish({ src, label, onRemove }: { src: string; label: string; onRemove: () => void }) {
  return (
    <div className={SQUARE}>
      <img src={src} alt={label} className="size-full object-cover" />
      <IconButton
        icon={X}
        label={t('Ukloni')}
        description={label}
        onClick={onRemove}
        className="absolute! top-0 right-0 rounded-pill bg-card"
      />
    </div>
  );
}

export interface WishFieldProps {
  wish: {
    readonly work: WorkId | null;
    readonly setWork: (work: WorkId | null) => void;
    readonly wishes: readonly File[];
    readonly setWishes: (files: readonly File[]) => void;
  };
}

/** The pictures of the wish: a work that was chosen, and pictures that wait on the device until the booking is made. docs/spec/behaviour.md §30.4 */
export default function WishField({ wish: { work, setWork, wishes, setWishes } }: WishFieldProps) {
  const isAsked = useSalon().data?.wish_pictures === 1;
  const canAdd = isAsked;
  const works = useQuery({ ...worksQuery, enabled: work !== null }).data;
  const chosen = works?.find(({ id }) => id === work);
  const previews = useMemo(() => wishes.map((file) => URL.createObjectURL(file)), [wishes]);
  useEffect(() => () => previews.forEach((url) => void URL.revokeObjectURL(url)), [previews]);
  const count = wishes.length + (chosen ? 1 : 0);
  if (!canAdd && !chosen) return null;
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">
        {t('Slike')} <span className="font-normal text-soft">{t('(nije obavezno)')}</span>
      </legend>
      <div className={SQUARES}>
        {chosen && <Wish src={chosen.thumb} label={t('Izabrani rad')} onRemove={() => setWork(null)} />}
        {previews.map((url, n) => (
          <Wish
            key={url}
            src={url}
            label={t('Slika {n}', { n: n + 1 })}
            onRemove={() => setWishes(wishes.filter((_, index) => index !== n))}
          />
        ))}
        {canAdd && count < MAX_WISHES && (
          <AddSquare
            label={t('Dodaj sliku')}
            text={t('Dodaj sliku')}
            onAdd={(files) => setWishes([...wishes, ...files].slice(0, MAX_WISHES - (chosen ? 1 : 0)))}
          />
        )}
      </div>
      <p className="mt-1.5 text-small text-soft">{wishHint()}</p>
    </fieldset>
  );
}
