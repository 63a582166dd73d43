import { Bell, CalendarPlus2, CalendarX2, type LucideIcon, UserPlus } from 'lucide-react';
import { useId, useState } from 'react';
import { guestNote, personOf } from '#domain/wording/appointments.ts';
import type { AdminNotificationType } from '#domain/wording/notifications.ts';
import {
  adminNotificationLabel,
  callGuestText,
  LATE_CANCELLATION_LABEL,
} from '#domain/wording/notifications.ts';
import { Note } from '../ui/card.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import type { RowRef } from '../ui/virtual-rows.tsx';
import { AdminCardActions } from './admin-card-actions.tsx';
import { AdminCardDetails } from './admin-card-details.tsx';
import type { AdminNotification } from './admin-queries.ts';
import type { AdminTab } from './admin-tabs.ts';
import { apptTimeOf, momentsOf } from './notification-moments.ts';

const ICONS: Record<AdminNotificationType, LucideIcon> = {
  NEW_BOOKING: CalendarPlus2,
  CANCELLED: CalendarX2,
  NEW_CLIENT: UserPlus,
  FREE_SLOT_GUEST: Bell,
};

/** Whom it is about, and what for: 'Milica Đurić, Gel lak'. */
function aboutOf(notice: AdminNotification): string {
  if (notice.type === 'FREE_SLOT_GUEST') return callGuestText(notice);
  return [personOf(notice), guestNote(notice), notice.service_name].filter(Boolean).join(', ');
}

function Told({ notice, tab }: { notice: AdminNotification; tab: AdminTab }) {
  const { cancelled_reason, is_late } = notice;
  return (
    <>
      {is_late === 1 && <p className="font-medium text-error">{LATE_CANCELLATION_LABEL}</p>}
      <p>{aboutOf(notice)}</p>
      {cancelled_reason && <p className="text-soft">„{cancelled_reason}“</p>}
      <p className="text-small text-soft tabular-nums">
        {apptTimeOf(notice)}
        {momentsOf(notice, tab).own.map(({ word, at }) => (
          <span key={word} className="block">
            {word} {at}
          </span>
        ))}
      </p>
    </>
  );
}

export interface AdminNotificationCardProps {
  notice: AdminNotification;
  tab: AdminTab;
  /** The card itself was pressed. */
  onOpen: (notice: AdminNotification) => void;
  onRead: (notice: AdminNotification) => void;
  place: { index: number; count: number };
  rowRef: RowRef;
}

/** One notice: pressing it opens its appointment, its details mark it as read. */
export function AdminNotificationCard({
  notice,
  tab,
  onOpen,
  onRead,
  place,
  rowRef,
}: AdminNotificationCardProps) {
  const [isExpanded, setIsExpanded] = useState(false);
  const id = useId();
  const { type, read_at, is_late, appointment_id, guest_phone } = notice;
  const expand = () => {
    if (!isExpanded) onRead(notice);
    setIsExpanded(!isExpanded);
  };
  return (
    <Note
      ref={rowRef}
      data-index={place.index}
      data-appointment-id={appointment_id ?? undefined}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      icon={ICONS[type]}
      isAlarm={is_late === 1}
      newWord={read_at === null ? 'NOVO' : undefined}
      title={
        <button
          type="button"
          aria-haspopup={appointment_id === null ? undefined : 'dialog'}
          aria-describedby={`${id}-told`}
          onClick={() => onOpen(notice)}
          className="text-left outline-none after:absolute after:inset-0 after:rounded-card focus-visible:after:outline-2 focus-visible:after:outline-link hover:text-link"
        >
          {adminNotificationLabel(type)}
        </button>
      }
      actions={
        <>
          {type === 'FREE_SLOT_GUEST' && guest_phone && (
            <PhoneLinks phone={guest_phone} of={aboutOf(notice)} className="relative mt-2 max-md:-ml-13" />
          )}
          {isExpanded && <AdminCardDetails id={`${id}-details`} notice={notice} tab={tab} />}
          <AdminCardActions
            notice={notice}
            of={aboutOf(notice)}
            detailsId={`${id}-details`}
            isExpanded={isExpanded}
            onExpand={expand}
            onRead={() => onRead(notice)}
          />
        </>
      }
    >
      <div id={`${id}-told`} className="grid grid-cols-1 gap-0.5">
        <Told notice={notice} tab={tab} />
      </div>
    </Note>
  );
}
