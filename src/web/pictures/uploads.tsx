import { useMutation } from '@tanstack/react-query';
import { Camera, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import { t } from '#domain/language/translate.ts';
import { PICTURE_MAX_PX } from '#domain/limits.ts';
import { MAX_WISHES } from '#domain/work/pictures.ts';
import { errorText } from '../lib/api.ts';
import { newAttemptKey } from '../lib/attempts.ts';
import { FormAlert } from '../ui/form.tsx';

export const SQUARE = 'relative grid aspect-square place-items-center overflow-hidden rounded-[10px]';
export const SQUARES = 'grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-2';

export const wishHint = (): string =>
  t('Kakve nokte želite, najviše {count} slike. Vidi ih samo salon.', { count: MAX_WISHES });

const QUALITY = 0.85;

/** A picture as JPEG, at most 1600 pixels at its longest side, so that it is sent quickly. What the browser cannot read is sent as it is. */
async function scaled(file: Blob): Promise<Blob> {
  const bitmap = await createImageBitmap(file).catch(() => null); // the server decides, and says what is wrong
  if (!bitmap) return file;
  const scale = Math.min(1, PICTURE_MAX_PX / Math.max(bitmap.width, bitmap.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(bitmap.width * scale);
  canvas.height = Math.round(bitmap.height * scale);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  return new Promise((resolve) => canvas.toBlob((blob) => resolve(blob ?? file), 'image/jpeg', QUALITY));
}

interface Upload {
  readonly file: File;
  readonly key: string;
  readonly state: 'WAITING' | 'FAILED' | 'SENT';
}

export interface Destination {
  /** Uploads to the same destination run one after the other. */
  readonly id: string;
  readonly send: (file: Blob, headers: { 'idempotency-key': string }) => Promise<unknown>;
  readonly onSettled: () => unknown;
}

const asUpload = (file: File): Upload => ({ file, key: newAttemptKey(), state: 'WAITING' });

/** Sends pictures one after the other. A failed one can be sent again with the same key, so that it is never added twice. */
export function useUploads({ id, send, onSettled }: Destination) {
  const [uploads, setUploads] = useState<readonly Upload[]>([]);
  const mark = (key: string, state: Upload['state']) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, state } : one)));
  const { mutate, error } = useMutation({
    scope: { id: `pictures ${id}` },
    mutationFn: async ({ file, key }: Upload) => send(await scaled(file), { 'idempotency-key': key }),
    onSuccess: (_, { key }) => mark(key, 'SENT'),
    onError: (_, { key }) => mark(key, 'FAILED'),
    onSettled,
  });
  const sent = uploads.filter(({ state }) => state === 'SENT').length;
  return {
    add: (files: Iterable<File>) => {
      const added = [...files].map(asUpload);
      setUploads((all) => [...all.filter(({ state }) => state !== 'SENT'), ...added]);
      for (const one of added) mutate(one);
    },
    again: (upload: Upload) => {
      mark(upload.key, 'WAITING');
      mutate(upload);
    },
    failed: uploads.filter(({ state }) => state === 'FAILED'),
    /** 'Šalje se slika 2 od 3'; null if none is being sent. */
    progress: uploads.some(({ state }) => state === 'WAITING')
      ? t('Šalje se slika {n} od {count}', { n: sent + 1, count: uploads.length })
      : null,
    error: uploads.some(({ state }) => state === 'FAILED') ? error : null,
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** The dashed square that chooses pictures. Takes them also by drop and paste. */
export function AddSquare({
  label,
  text = 'Dodaj',
  onAdd,
}: {
  label: string;
  text?: string;
  onAdd: (files: File[]) => void;
}) {
  const addFrom = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])].filter(({ type }) => type.startsWith('image/'));
    if (files.length > 0) onAdd(files);
    return files.length > 0;
  };
  return (
    <label
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        addFrom(event.dataTransfer.files);
      }}
      onPaste={({ clipboardData }) => addFrom(clipboardData.files)}
      className={`${SQUARE} cursor-pointer border border-dashed border-edge text-center text-small font-semibold text-link hover:bg-blush has-focus-visible:outline-2`}
    >
      <span className="grid justify-items-center">
        <Camera />
        {text}
      </span>
      <input
        type="file"
        accept="image/jpeg,image/png,image/webp,image/avif"
        multiple
        aria-label={label}
        onChange={({ target }) => {
          addFrom(target.files);
          target.value = ''; // the same file can be chosen again
        }}
        className="absolute inset-0 cursor-pointer opacity-0"
      />
    </label>
  );
}

/** The squares of pictures that are being sent, or could not be sent. */
export function UploadSquares({ uploads: { progress, failed, again, error } }: { uploads: Uploads }) {
  return (
    <>
      {progress && (
        <p
          role="status"
          className={`${SQUARE} border border-dashed border-edge p-1 text-center text-label text-soft`}
        >
          {progress}
        </p>
      )}
      {failed.map((upload) => (
        <button
          key={upload.key}
          type="button"
          onClick={() => again(upload)}
          className={`${SQUARE} border border-error p-1 text-label text-error`}
        >
          <RotateCcw />
          {t('Pokušaj ponovo')}
        </button>
      ))}
      {error && (
        <div className="col-span-full">
          <FormAlert text={errorText(error, t('Greška pri slanju slike.'))} />
        </div>
      )}
    </>
  );
}
