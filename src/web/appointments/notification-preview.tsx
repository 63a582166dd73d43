import { BellRing } from 'lucide-react';
import type { Appointment } from '#contract/appointments.ts';
import type { MessageKind } from '#domain/appointments/fitting-message.ts';
import { areSameTimes } from '#domain/appointments/slots.ts';
import {
  type NotifiableAppointment,
  notificationsOfChange,
  notificationsOfDelete,
} from '#domain/notifications.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { personOf, phoneOf } from '#domain/wording/appointments.ts';
import { messageFacts } from '#domain/wording/messages.ts';
import { announced, quoted } from '#domain/wording/notifications.ts';
import { MessageLinks } from '../lib/appointment/message-links.tsx';

/** A guest, whom the owner must call because guests get no notifications. */
interface GuestToCall {
  name: string;
  phone: string | null;
  /** Which of the owner's message texts to send to the guest; null if the guest already knows of the change. */
  kind: MessageKind | null;
  about: NotifiableRow;
}

export type NotifiableRow = NotifiableAppointment &
  Pick<Appointment, 'client_name' | 'client_phone' | 'guest_name' | 'guest_phone'>;

/** The guest to call about an upcoming booking: when it is moved, canceled by the salon, or deleted. */
function guestToCall(before: NotifiableRow, after: NotifiableRow | null, now: WallTime): GuestToCall | null {
  const { status, client_id, guest_name, guest_phone, start_datetime } = before;
  if (status !== 'BOOKED' || client_id !== null || guest_name === null || start_datetime <= now) return null;
  const guest = { name: personOf(before), phone: phoneOf(before), kind: 'cancelled', about: before } as const;
  const isKept = after?.status === 'BOOKED' && after.guest_name === guest_name;
  if (isKept && areSameTimes(before, after)) return null;
  if (isKept && after.client_id === null)
    return { ...guest, kind: 'moved', about: { ...after, guest_phone } };
  return after?.cancelled_by === 'CLIENT' ? { ...guest, kind: null } : guest;
}

/** The clients and the guest to notify when a row changes, or is deleted (`after` is null). docs/spec/behaviour.md §5.8 */
export function recipientsOf(before: NotifiableRow, after: NotifiableRow | null, now: WallTime) {
  const sent = after ? notificationsOfChange(before, after, now) : notificationsOfDelete(before, now);
  const clients = sent.map((notification) => ({
    name: (notification.client_id === before.client_id ? before : after)?.client_name ?? '',
    message: announced(notification),
  }));
  return { clients, guest: guestToCall(before, after, now) };
}

export interface NotificationPreviewProps {
  before: NotifiableRow;
  /** The changed row; null if it is deleted. */
  after: NotifiableRow | null;
  now: WallTime;
  /** The text to show if nobody is notified. Without it, the preview then renders nothing. */
  nobody?: string;
}

/** Shows the people to notify and the text of each message, before the owner saves. */
export function NotificationPreview({ before, after, now, nobody }: NotificationPreviewProps) {
  const { clients, guest } = recipientsOf(before, after, now);
  const isNobody = clients.length === 0 && guest === null;
  if (isNobody && !nobody) return null;
  return (
    <div
      role="status"
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-2.5 rounded-card bg-blush px-4 py-3 text-small"
    >
      <BellRing className="text-link" />
      <div className="grid gap-2 wrap-break-word">
        {clients.map(({ name, message }) => (
          <p key={`${name} ${message}`}>
            <b className="font-semibold">{name}</b> dobija obaveštenje: {quoted(message)}
          </p>
        ))}
        {guest && (
          <p>
            <b className="font-semibold">{guest.name}</b> nema nalog i ne dobija obaveštenje:{' '}
            {guest.kind === null ? 'ako treba, potvrdite joj.' : 'javite joj.'}
          </p>
        )}
        {isNobody && <p>{nobody}</p>}
      </div>
      {guest?.phone && (
        <MessageLinks
          phone={guest.phone}
          of={guest.name}
          kind={guest.kind}
          facts={messageFacts(guest.about)}
          className="col-span-full"
        />
      )}
    </div>
  );
}
