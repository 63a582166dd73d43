import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { MAX_OWNER_MESSAGES_PER_DAY } from '#domain/limits.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { guestNote, NAMELESS_GUEST, ofTechnician, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { whenTold } from '#domain/wording/near-days.ts';
import {
  adminNotificationLabel,
  callGuestText,
  LATE_CANCELLATION_LABEL,
} from '#domain/wording/notifications.ts';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { PersonDialog } from '../clients/person-dialog.tsx';
import { SAME_NUMBER_THEN } from '../lib/appointment/appointments.ts';
import { MessageLinks } from '../lib/appointment/message-links.tsx';
import type { AdminNotificationTab } from '../lib/queries/notification-queries.ts';
import { isTechnician } from '../lib/session/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { PhoneLinks } from '../ui/phone-links.tsx';
import type { RowAttributes } from '../ui/virtual-rows.tsx';
import {
  type AdminCard,
  apptTimeOf,
  idsOf,
  isUnread,
  momentsOf,
  timeBeforeOf,
} from './admin-notifications.ts';
import type { AdminNotification, FreedState, Inbox } from './inbox.ts';
import { NotificationRow, ON_HOVER, type PlaceInDay, RowActions } from './notification-row.tsx';

/** Links to call or write to a guest on the waitlist, and a button to book the free slot for the guest. */
function GuestCall(props: { notification: AdminNotification; freeState: FreedState; onBooked: () => void }) {
  const { notification, freeState, onBooked } = props;
  const [isBooking, setIsBooking] = useState(false);
  const { guest_name, guest_phone, appointment_id, appt_start, appt_end, service_name } = notification;
  const technician_id = notification.technician_id ?? undefined;
  const about = callGuestText(notification);
  const name = guest_name ?? NAMELESS_GUEST;
  if (guest_phone === null) return null;
  const links = { phone: guest_phone, of: about };
  if (appt_start === null || appt_end === null) return <PhoneLinks {...links} className={PLACE} />;
  const facts = { name, isClient: false, start_datetime: appt_start, service_name };
  const preset = {
    person: { guest_name: name, guest_phone },
    date: dateOf(appt_start),
    ...(appointment_id !== null && {
      slot: { id: appointment_id, start_datetime: appt_start, end_datetime: appt_end, technician_id },
    }),
  };
  return (
    <div className={`${PLACE} grid justify-items-start gap-2 empty:hidden`}>
      {freeState !== 'gone' && (
        <>
          <MessageLinks {...links} kind="free_slot" facts={facts} />
          <Button
            isSmall
            isBusy={freeState === 'loading'}
            aria-description={about}
            onClick={() => setIsBooking(true)}
          >
            Upiši
          </Button>
        </>
      )}
      {isBooking && (
        <NewAppointment preset={preset} onClose={() => setIsBooking(false)} onCreated={onBooked} />
      )}
    </div>
  );
}

// `relative` places this element above the button that covers the row
const PLACE = 'relative col-span-full mt-2 mb-1';

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3">
      <dt className="text-soft">{name}</dt>
      <dd className="wrap-break-word tabular-nums">{children}</dd>
    </div>
  );
}

interface MessageProps {
  card: AdminCard;
  tab: AdminNotificationTab;
  today: WallDate;
}

interface DetailsProps extends MessageProps {
  id: string;
  hasLinks: boolean;
}

function Details({ id, card, tab, today, hasLinks }: DetailsProps) {
  const { notification } = card;
  const [isClientOpen, setIsClientOpen] = useState(false);
  const phone = phoneOf(notification);
  const { client_id, client_email, created_at } = notification;
  const { own, others } = momentsOf(card, tab, today);
  return (
    <div
      id={id}
      className="relative col-span-full mt-2 grid grid-cols-1 justify-items-start gap-3 border-t border-line pt-3 pb-1"
    >
      <dl className="grid w-full min-w-0 gap-1 text-small">
        <Detail name="Stiglo">{whenTold(created_at, today)}</Detail>
        {[...own, ...others].map(({ word, at }) => (
          <Detail key={word} name={word}>
            {at}
          </Detail>
        ))}
        {phone && <Detail name="Telefon">{phone}</Detail>}
        {client_email && <Detail name="Email">{client_email}</Detail>}
      </dl>
      {phone && !hasLinks && <PhoneLinks phone={phone} of={phone} />}
      {client_id !== null && !isTechnician() && (
        <Button variant="quiet" isSmall onClick={() => setIsClientOpen(true)}>
          Otvori klijenta
        </Button>
      )}
      {client_id !== null && isClientOpen && (
        <PersonDialog of={{ person_id: null, client_id }} onClose={() => setIsClientOpen(false)} />
      )}
    </div>
  );
}

/** The words 'Radnica: Jelena'. Technicians see them only for a move, which may be to another technician. */
const technicianIn = ({ technician_name, type }: AdminNotification): string | null =>
  technician_name && (!isTechnician() || type === 'MOVED') ? ofTechnician(technician_name) : null;

/** The person's name, and the rest of the sentence: 'Milica Đurić' and ', Gel lak'. */
function wordsOf(notification: AdminNotification): [name: string, rest: string] {
  const technician = technicianIn(notification);
  if (notification.type === 'FREE_SLOT_GUEST')
    return [callGuestText(notification), technician ? `, ${technician}` : ''];
  if (notification.type === 'MORE_FROM_NETWORK') {
    const count = MAX_OWNER_MESSAGES_PER_DAY;
    return [
      `U poslednja 24 sata sa iste adrese stiglo je ${count} notifikacija. Izostavljeno: ${notification.more_count}.`,
      '',
    ];
  }
  const rest = [guestNote(notification), notification.service_name, technician].filter(Boolean);
  return [personOf(notification), rest.map((word) => `, ${word}`).join('')];
}

function Times({ notification, today }: { notification: AdminNotification; today: WallDate }) {
  const before = timeBeforeOf(notification, today);
  const now = apptTimeOf(notification, today);
  if (before === null) return now;
  return (
    <>
      <s className="block decoration-1">{before}</s>
      <span className="block font-medium text-ink">
        <span className="sr-only">sada</span> <span aria-hidden="true">→</span> {now}
      </span>
    </>
  );
}

export interface AdminNotificationRowProps extends MessageProps {
  inbox: Inbox;
  onOpen: (card: AdminCard) => void;
  onRead: (card: AdminCard) => void;
  freeState: FreedState;
  place: PlaceInDay & { index: number; count: number };
  rowRef: RowAttributes['ref'];
}

/** A notification to the owner. A press opens its appointment; expanding the details marks it as read. */
export function AdminNotificationRow(props: AdminNotificationRowProps) {
  const { card, tab, today, inbox, onOpen, onRead, freeState, place, rowRef } = props;
  const [isExpanded, setIsExpanded] = useState(false);
  const id = useId();
  const { notification } = card;
  const { type, appointment_id, is_late, cancelled_reason, same_number_then } = notification;
  const [name, rest] = wordsOf(notification);
  const isCall = type === 'FREE_SLOT_GUEST';
  const hasLinks = isCall && freeState !== 'gone';
  const expand = () => {
    if (!isExpanded) onRead(card);
    setIsExpanded(!isExpanded);
  };
  return (
    <NotificationRow
      ref={rowRef}
      data-index={place.index}
      data-appointment-id={appointment_id ?? undefined}
      aria-posinset={place.index + 1}
      aria-setsize={place.count}
      notification={notification}
      place={place}
      today={today}
      isUnread={isUnread(card)}
      name={
        <span id={`${id}-message`}>
          {name}
          <span className="text-small font-normal @[44rem]:text-body">{rest}</span>
        </span>
      }
      about={
        <>
          <button
            type="button"
            aria-haspopup={appointment_id === null ? undefined : 'dialog'}
            aria-describedby={`${id}-message`}
            onClick={() => onOpen(card)}
            className="text-left outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link"
          >
            {adminNotificationLabel(type)}
          </button>
          {is_late === 1 && <span className="block font-medium text-error">{LATE_CANCELLATION_LABEL}</span>}
          {same_number_then === 1 && <span className="block font-medium text-warn">{SAME_NUMBER_THEN}</span>}
          {cancelled_reason && <span className="block">„{cancelled_reason}“</span>}
        </>
      }
      when={
        <>
          <Times notification={notification} today={today} />
          {isCall && !hasLinks && <span className="block">Više nije slobodan.</span>}
        </>
      }
      toldInWords={momentsOf(card, tab, today)
        .own.map(({ word, at }) => `${word} ${at}`)
        .join(', ')}
      end={
        <IconButton
          icon={ChevronDown}
          label="Detalji"
          description={name}
          aria-expanded={isExpanded}
          aria-controls={isExpanded ? `${id}-details` : undefined}
          onClick={expand}
          className={cx(
            'col-start-4 row-span-3 row-start-1 text-soft aria-expanded:*:rotate-180 @[44rem]:col-start-6 @[44rem]:row-span-1',
            !isExpanded && ON_HOVER,
          )}
        />
      }
      actions={
        <RowActions
          inbox={inbox}
          ids={idsOf(card)}
          label={adminNotificationLabel(type)}
          description={name}
          isUnread={isUnread(card)}
          onRead={() => onRead(card)}
          isShown={isExpanded}
        />
      }
    >
      {isCall && (
        <GuestCall notification={notification} freeState={freeState} onBooked={() => onRead(card)} />
      )}
      {isExpanded && <Details id={`${id}-details`} card={card} tab={tab} today={today} hasLinks={hasLinks} />}
    </NotificationRow>
  );
}
