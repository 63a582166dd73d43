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
} from 'lucide-react';
import { Link } from 'wouter';
import { CLIENT_NOTIFICATION_LABELS, type ClientNotificationType } from '#domain/notifications.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { paths } from '../lib/paths.ts';
import { IconButton } from '../ui/button.tsx';
import { Note } from '../ui/card.tsx';
import { type ClientNotification, clientInbox, useMarkRead } from './inbox.ts';
import { DeleteNotification } from './list-actions.tsx';

/** Where a notification leads: a freed slot to the booking of that day with that slot, all others to the own appointments. */
function pathOf({ type, appt_start, appointment_id }: ClientNotification): string {
  if (type !== 'FREE_SLOT_AVAILABLE') return paths.appointments;
  if (appt_start === null) return paths.booking;
  const query = new URLSearchParams({ dan: dateOf(appt_start) });
  if (appointment_id !== null) query.set('slot', String(appointment_id));
  return `${paths.booking}?${query}`;
}

/** One notification: tapping it leads to what it is about and marks it as read. */
export function ClientNotificationCard({ notification }: { notification: ClientNotification }) {
  const marking = useMarkRead(clientInbox);
  const { id, type, message, created_at, read_at } = notification;
  const markRead = () => {
    if (read_at === null) marking.mutate(id);
  };
  return (
    <Note
      icon={NOTIFICATION_ICONS[type]}
      newWord={read_at === null ? 'NOVO' : undefined}
      title={
        <Link
          to={pathOf(notification)}
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
            <DeleteNotification
              inbox={clientInbox}
              id={id}
              label={CLIENT_NOTIFICATION_LABELS[type]}
              className="text-soft"
            />
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
