import { deadlineText } from '#domain/wording/appointments.ts';
import { useSalon } from '../lib/queries/queries.ts';

/** Until when a client or guest can move and cancel a booking; nothing without a deadline. */
export function DeadlineNote() {
  const salon = useSalon().data;
  const text = salon && deadlineText(salon);
  return text ? <p className="text-small text-soft">{text}</p> : null;
}
