import { Check, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { CLIENT_NOTICE_LABELS } from '#salon/notices/client-notice-types.ts';
import { dateOf } from '#salon/salon-time.ts';
import { displayDateTime } from '#salon/serbian-dates.ts';
import { errorText } from '../../api/api-error.ts';
import { paths } from '../../paths.ts';
import { IconButton } from '../../ui/action/icon-button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { Note } from '../../ui/part/note.tsx';
import { NOTICE_ICONS } from './notice-icons.ts';
import { useDeleteNotice, useMarkRead } from './use-notice-changes.ts';
import type { Notice } from './use-notices.ts';

const DELETE_FALLBACK = 'Greška pri brisanju notifikacije.';

/** Where a notice leads: a freed slot to the booking of that day with that slot, all others to the own appointments. */
function placeOf({ type, appt_start, appointment_id }: Notice): string {
  if (type !== 'FREE_SLOT_AVAILABLE') return paths.appointments;
  if (appt_start === null) return paths.booking;
  const asked = new URLSearchParams({ dan: dateOf(appt_start) });
  if (appointment_id !== null) asked.set('slot', String(appointment_id));
  return `${paths.booking}?${asked}`;
}

function DeleteButton({ notice }: { notice: Notice }) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteNotice();
  const close = () => {
    setIsAsking(false);
    deletion.reset();
  };
  return (
    <>
      <IconButton icon={Trash2} label="Obriši" onClick={() => setIsAsking(true)} className="text-soft" />
      {isAsking && (
        <ConfirmDialog
          text={`Obrisati notifikaciju „${CLIENT_NOTICE_LABELS[notice.type]}“?`}
          onConfirm={() => deletion.mutate(notice.id, { onSuccess: close })}
          onCancel={close}
          isBusy={deletion.isPending}
          error={deletion.error && errorText(deletion.error, DELETE_FALLBACK)}
        />
      )}
    </>
  );
}

/** One notice: tapping it leads to what it is about and marks it as read. */
export function NoticeNote({ notice }: { notice: Notice }) {
  const mark = useMarkRead();
  const { id, type, message, created_at, read_at } = notice;
  const markRead = () => {
    if (read_at === null) mark.mutate(id);
  };
  return (
    <Note
      icon={NOTICE_ICONS[type]}
      newWord={read_at === null ? 'NOVO' : undefined}
      title={
        <Link
          to={placeOf(notice)}
          onClick={markRead}
          className="after:absolute after:inset-0 hover:text-link"
        >
          {CLIENT_NOTICE_LABELS[type]}
        </Link>
      }
      actions={
        <div className="-mr-3 -mb-3 flex items-center justify-between gap-3">
          <time className="text-small text-soft">{displayDateTime(created_at)}</time>
          <div className="relative flex">
            {read_at === null && (
              <IconButton
                icon={Check}
                label="Označi kao pročitano"
                onClick={markRead}
                className="text-soft"
              />
            )}
            <DeleteButton notice={notice} />
          </div>
        </div>
      }
    >
      <p>{message}</p>
    </Note>
  );
}
