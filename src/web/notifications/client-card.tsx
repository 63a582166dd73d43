import {
  AlarmClock,
  ArrowLeftRight,
  CalendarArrowUp,
  CalendarCheck,
  CalendarHeart,
  CalendarMinus,
  CalendarOff,
  CalendarSync,
  CalendarX,
  Check,
  ClockArrowDown,
  ClockArrowUp,
  type LucideIcon,
  Paintbrush,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { CLIENT_NOTIFICATION_LABELS, type ClientNotificationType } from '#domain/notifications.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { errorText } from '../lib/errors.ts';
import { paths } from '../lib/paths.ts';
import { IconButton } from '../ui/button.tsx';
import { Note } from '../ui/card.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useDeleteNotification, useMarkRead } from './client-mutations.ts';
import type { ClientNotification } from './client-queries.ts';

const DELETE_FALLBACK = 'Greška pri brisanju notifikacije.';

/** Where a notice leads: a freed slot to the booking of that day with that slot, all others to the own appointments. */
function placeOf({ type, appt_start, appointment_id }: ClientNotification): string {
  if (type !== 'FREE_SLOT_AVAILABLE') return paths.appointments;
  if (appt_start === null) return paths.booking;
  const asked = new URLSearchParams({ dan: dateOf(appt_start) });
  if (appointment_id !== null) asked.set('slot', String(appointment_id));
  return `${paths.booking}?${asked}`;
}

function DeleteButton({ notice }: { notice: ClientNotification }) {
  const [isAsking, setIsAsking] = useState(false);
  const deletion = useDeleteNotification();
  const close = () => {
    setIsAsking(false);
    deletion.reset();
  };
  return (
    <>
      <IconButton icon={Trash2} label="Obriši" onClick={() => setIsAsking(true)} className="text-soft" />
      {isAsking && (
        <ConfirmDialog
          text={`Obrisati notifikaciju „${CLIENT_NOTIFICATION_LABELS[notice.type]}“?`}
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
export function ClientNotificationCard({ notice }: { notice: ClientNotification }) {
  const mark = useMarkRead();
  const { id, type, message, created_at, read_at } = notice;
  const markRead = () => {
    if (read_at === null) mark.mutate(id);
  };
  return (
    <Note
      icon={NOTIFICATION_ICONS[type]}
      newWord={read_at === null ? 'NOVO' : undefined}
      title={
        <Link
          to={placeOf(notice)}
          onClick={markRead}
          className="after:absolute after:inset-0 hover:text-link"
        >
          {CLIENT_NOTIFICATION_LABELS[type]}
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

/** One for each of the twelve (docs/spec/product.md §3.8). */
const NOTIFICATION_ICONS: Record<ClientNotificationType, LucideIcon> = {
  APPT_TIME_CHANGED: CalendarArrowUp,
  APPT_DURATION_CHANGED_EXTENDED: ClockArrowUp,
  APPT_DURATION_CHANGED_SHORTENED: ClockArrowDown,
  APPT_SERVICE_CHANGED: Paintbrush,
  APPT_CLIENT_CHANGED_ADDED: CalendarCheck,
  APPT_CLIENT_CHANGED_REMOVED: CalendarMinus,
  APPT_CLIENT_SWAPPED: ArrowLeftRight,
  APPT_CLIENT_MOVE: CalendarSync,
  APPT_CANCELLED_BY_ADMIN: CalendarX,
  APPT_SET_AVAILABLE_BY_ADMIN: CalendarOff,
  APPT_REMINDER_2H: AlarmClock,
  FREE_SLOT_AVAILABLE: CalendarHeart,
};
