import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import type { Picture } from '#contract/work/pictures.ts';
import { t } from '#domain/language/translate.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { MAX_WISHES } from '#domain/work/pictures.ts';
import { errorText, request } from '../lib/api.ts';
import { useNow } from '../lib/clock/clock.ts';
import { useSalon } from '../lib/queries/queries.ts';
import type { BookingOf } from '../lib/routing/paths.ts';
import { takeWishes } from '../lib/waiting-wishes.ts';
import { IconButton } from '../ui/button.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { AddSquare, SQUARE, SQUARES, UploadSquares, useUploads, wishHint } from './uploads.tsx';

export interface OwnWishesProps {
  of: BookingOf;
  booking: { readonly id?: number; readonly start_datetime: WallTime; readonly pictures: readonly Picture[] };
}

const linkOf = (of: BookingOf): Record<string, string> => ('token' in of ? { 'x-guest-link': of.token } : {});

/** The wishes of a booking as its ticket shows them, with what was sent and deleted since. */
function useWishes({ of, booking }: OwnWishesProps) {
  const queries = useQueryClient();
  const onSettled = () =>
    queries.invalidateQueries({ queryKey: 'token' in of ? ['guest-link'] : ['appointments'] });
  const [added, setAdded] = useState<readonly Picture[]>([]);
  const [removed, setRemoved] = useState<readonly number[]>([]);
  const headers = linkOf(of);
  const uploads = useUploads({
    id: JSON.stringify(of),
    send: async (file, keyed) => {
      const sent = { headers: { ...headers, ...keyed }, file };
      const picture = await ('id' in of
        ? request('POST /appointments/{id}/pictures', { params: of, query: { kind: 'WISH' }, ...sent })
        : request('POST /guest-link/pictures', sent));
      setAdded((all) => [...all, picture]);
    },
    onSettled,
  });
  const remove = useMutation({
    mutationFn: (id: number) => request('DELETE /pictures/{id}', { params: { id }, headers }),
    onSuccess: (_, id) => setRemoved((all) => [...all, id]),
    onError: (error) => toast('error', errorText(error, t('Greška pri brisanju slike.'))),
    onSettled,
  });
  const byId = new Map([...booking.pictures, ...added].map((picture) => [picture.id as number, picture]));
  const pictures = [...byId.values()].filter(({ id }) => !removed.includes(id));
  return { uploads, remove, pictures };
}

/** The pictures of her wish on the ticket of a client or guest: sends those that waited for the booking, adds and deletes others until it begins. docs/spec/behaviour.md §30.4 */
export default function OwnWishes(props: OwnWishesProps) {
  const { booking } = props;
  const { uploads, remove, pictures } = useWishes(props);
  const now = useNow();
  const isOpen = now !== null && now < booking.start_datetime;
  const isAsked = useSalon().data?.wish_pictures === 1;
  const canAdd = isOpen && isAsked && pictures.length < MAX_WISHES;
  const sendWaiting = useEffectEvent(() => uploads.add(takeWishes(booking.id ?? 0)));
  useEffect(() => sendWaiting(), []);
  const isSending = uploads.progress !== null || uploads.failed.length > 0;
  if (pictures.length === 0 && !canAdd && !isSending) return null;
  return (
    <section aria-label={t('Slike')} className="mt-4">
      <div className={SQUARES}>
        {pictures.map(({ id, thumb, width, height, color }, n) => (
          <div key={id} className={SQUARE} style={{ background: color }}>
            <img
              src={thumb}
              alt={t('Slika {n}', { n: n + 1 })}
              width={width}
              height={height}
              className="size-full object-cover"
            />
            {isOpen && (
              <IconButton
                icon={X}
                label={t('Obriši sliku')}
                description={t('Slika {n}', { n: n + 1 })}
                onClick={() => remove.isPending || remove.mutate(id)}
                className="absolute! top-0 right-0 rounded-pill bg-card"
              />
            )}
          </div>
        ))}
        <UploadSquares uploads={uploads} />
        {canAdd && <AddSquare label={t('Dodaj sliku')} text={t('Dodaj sliku')} onAdd={uploads.add} />}
      </div>
      <p className="mt-1.5 text-small text-soft">
        {isSending ? t('Termin je siguran i ako slike ne stignu.') : wishHint()}
      </p>
    </section>
  );
}
