import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { Picture } from '#contract/work/pictures.ts';
import type { ServiceId } from '#domain/ids.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { countRefusal, pictureRefusal } from '#domain/work/pictures.ts';
import { request } from '../lib/api.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { isTechnician } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { AddSquare, SQUARE, SQUARES, UploadSquares, useUploads } from './uploads.tsx';

type Kind = 'WISH' | 'RESULT';
const publishDialog = lazyPage(() => import('./publish-dialog.tsx'));
const LABELS: Record<Kind, string> = { WISH: 'Njena želja', RESULT: 'Rezultat' };

/** Where the pictures of a booking go, for the salon. */
function useStaffUploads({ id }: VisibleAppointment, kind: Kind) {
  const queries = useQueryClient();
  return useUploads({
    id: `${kind} ${id}`,
    send: (file, headers) =>
      request('POST /appointments/{id}/pictures', { params: { id }, query: { kind }, headers, file }),
    onSettled: () => queries.invalidateQueries({ queryKey: appointmentQueries.one(id).queryKey }),
  });
}

function Viewer({
  picture,
  label,
  service,
  onClose,
  onDeleted,
}: {
  picture: Picture;
  label: string;
  /** The first service of the booking, for a work; undefined if the picture cannot become one. */
  service: ServiceId | null | undefined;
  onClose: () => void;
  onDeleted: () => void;
}) {
  const { id, url, width, height } = picture;
  const [isPublishing, setIsPublishing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  return (
    <Dialog title={label} onClose={onClose}>
      <img
        src={url}
        alt={label}
        width={width}
        height={height}
        className="mx-auto h-auto max-h-[70vh] w-auto max-w-full rounded-card"
      />
      <div className="mt-3 flex flex-wrap justify-center gap-2">
        {service !== undefined && (
          <Button variant="quiet" onClick={() => setIsPublishing(true)}>
            Dodaj u radove
          </Button>
        )}
        <Button variant="danger-text" onClick={() => setIsDeleting(true)}>
          Obriši
        </Button>
      </div>
      {isPublishing && (
        <LazyPart
          part={publishDialog}
          props={{ picture: id, service, onClose: () => setIsPublishing(false) }}
        />
      )}
      {isDeleting && (
        <ConfirmDeletion
          question="Obrisati ovu sliku?"
          send={() => request('DELETE /pictures/{id}', { params: { id } })}
          done="Slika je obrisana."
          onDeleted={onDeleted}
          fallback="Greška pri brisanju slike."
          onClose={() => setIsDeleting(false)}
        />
      )}
    </Dialog>
  );
}

function Group({ row, kind, canAdd }: { row: VisibleAppointment; kind: Kind; canAdd: boolean }) {
  const [opened, setOpened] = useState<Picture | null>(null);
  const uploads = useStaffUploads(row, kind);
  const [kept] = useState(() => new Map<number, Picture>()); // a new URL of a shown picture would load it again
  const shown = row.pictures.filter((picture) => picture.kind === kind);
  for (const picture of shown) if (!kept.has(picture.id)) kept.set(picture.id, picture);
  const isSending = uploads.progress !== null || uploads.failed.length > 0;
  if (shown.length === 0 && !canAdd && !isSending) return null;
  const close = () => setOpened(null);
  const canPublish = kind === 'RESULT' && !isTechnician();
  return (
    <div className="min-w-0 flex-1 basis-48 py-3">
      <p className="text-small/[1.5rem] text-soft">{LABELS[kind]}</p>
      <div className={`mt-2 ${SQUARES}`}>
        {shown.map((picture, n) => (
          <button
            key={picture.id}
            type="button"
            aria-haspopup="dialog"
            onClick={() => setOpened(picture)}
            className={SQUARE}
            style={{ background: picture.color }}
          >
            <img
              src={(kept.get(picture.id) ?? picture).thumb}
              alt={`${LABELS[kind]} ${n + 1}`}
              width={picture.width}
              height={picture.height}
              className="size-full object-cover"
            />
          </button>
        ))}
        <UploadSquares uploads={uploads} />
        {canAdd && <AddSquare label={`Dodaj, ${LABELS[kind]}`} onAdd={uploads.add} />}
      </div>
      {opened && (
        <Viewer
          picture={opened}
          label={LABELS[kind]}
          service={canPublish ? (row.services?.[0]?.service_id ?? null) : undefined}
          onClose={close}
          onDeleted={close}
        />
      )}
    </div>
  );
}

/** The pictures of a booking in the dialog of owner and technicians. docs/spec/behaviour.md §30.2 */
export default function PicturesRow({ row, now }: { row: VisibleAppointment; now: WallTime }) {
  const canAdd = (kind: Kind) =>
    pictureRefusal(kind, { isStaff: true, wish_pictures: 1 }, row, now) === undefined &&
    countRefusal(kind, row.pictures.filter((picture) => picture.kind === kind).length) === undefined;
  if (row.pictures.length === 0 && !canAdd('WISH') && !canAdd('RESULT')) return null;
  return (
    <div className="flex flex-wrap gap-x-4">
      <dt className="sr-only">Slike</dt>
      <dd className="contents">
        <Group row={row} kind="WISH" canAdd={canAdd('WISH')} />
        <Group row={row} kind="RESULT" canAdd={canAdd('RESULT')} />
      </dd>
    </div>
  );
}
