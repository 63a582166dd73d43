import { useInfiniteQuery } from '@tanstack/react-query';
import {
  ArrowLeftRight,
  Bell,
  CalendarCheck,
  CalendarClock,
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
  RotateCw,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  CLIENT_NOTIFICATION_LABELS,
  CLIENT_NOTIFICATION_TYPES,
  type ClientNotificationType,
  clientNotificationTitle,
} from '#domain/notifications.ts';
import { momentInWords, type Today } from '#domain/wording/dates.ts';
import { freedSlotInWords, withoutTitle } from '#domain/wording/notifications.ts';
import { useToday } from '../lib/clock/clock.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { type ClientNotificationFilter, notificationQueries } from '../lib/queries/notification-queries.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { Button, ButtonLink, IconButton } from '../ui/button.tsx';
import { Note } from '../ui/card.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { type FreedState, offersOf, useFreedSlots } from './freed-slots.ts';
import { type ClientNotification, clientInbox, useMarkRead } from './inbox.ts';
import { BulkActions, DeleteNotification } from './list-actions.tsx';

/**
 * The path that a notification opens. For a freed slot: the booking page with the slot, or with its day when the slot is taken. For all
 * other types: the client's appointments.
 */
function pathOf({ type, day, appointment_id }: ClientNotification, state: FreedState): string {
  if (type !== 'FREE_SLOT_AVAILABLE') return paths.appointments;
  const slot = state === 'gone' ? undefined : (appointment_id ?? undefined);
  return bookingPath({ day: day ?? undefined, slot });
}

function wordsOf({ type, message, day }: ClientNotification, today: Today): string {
  const words = type === 'FREE_SLOT_AVAILABLE' && day !== null ? freedSlotInWords(day, message, today) : null;
  return words ?? withoutTitle(message, clientNotificationTitle(type, message));
}

interface FreedSlotProps {
  state: FreedState;
  to: string;
  words: string;
  onFollow: () => void;
}

/** A button that books the freed slot. Keeps its height while the slot's state is unknown. */
function FreedSlot({ state, to, words, onFollow }: FreedSlotProps) {
  if (state === 'loading') return <span className="min-h-11" />;
  if (state === 'gone') return <span className="text-small text-soft">Više nije slobodan.</span>;
  return (
    <ButtonLink to={to} isSmall description={words} onClick={onFollow} className="relative">
      Rezerviši
    </ButtonLink>
  );
}

interface ClientNotificationCardProps {
  notification: ClientNotification;
  /** Whether a freed slot can still be booked. */
  freedState: FreedState;
}

/** A notification to a client. A tap opens its page and marks it as read. */
function ClientNotificationCard({ notification, freedState }: ClientNotificationCardProps) {
  const today = useToday();
  const marking = useMarkRead(clientInbox);
  const { id, type, message, created_at, read_at } = notification;
  const words = wordsOf(notification, today);
  const to = pathOf(notification, freedState);
  const when = <time className="text-small text-soft">{momentInWords(created_at, today)}</time>;
  const isFreed = type === 'FREE_SLOT_AVAILABLE';
  const markRead = () => {
    if (read_at === null) marking.mutate([id]);
  };
  return (
    <Note
      icon={NOTIFICATION_ICONS[type]}
      newWord={read_at === null ? 'NOVO' : undefined}
      title={
        <Link to={to} onClick={markRead} className="after:absolute after:inset-0 hover:text-link">
          {clientNotificationTitle(type, message)}
        </Link>
      }
      actions={
        <div
          className={cx('-mr-3 flex items-center justify-between gap-3', isFreed ? 'mt-1 -mb-1' : '-mb-3')}
        >
          {isFreed ? <FreedSlot state={freedState} to={to} words={words} onFollow={markRead} /> : when}
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
              ids={[id]}
              label={clientNotificationTitle(type, message)}
              className="text-soft"
            />
          </div>
        </div>
      }
    >
      <p>{words}</p>
      {isFreed && when}
    </Note>
  );
}

/** The icon of each type (docs/spec/product.md §3.8). */
const NOTIFICATION_ICONS: Record<ClientNotificationType, LucideIcon> = {
  APPT_TIME_CHANGED: CalendarClock,
  APPT_DURATION_CHANGED_EXTENDED: ClockArrowUp,
  APPT_DURATION_CHANGED_SHORTENED: ClockArrowDown,
  APPT_SERVICE_CHANGED: Paintbrush,
  APPT_CLIENT_CHANGED_ADDED: CalendarCheck,
  APPT_CLIENT_CHANGED_REMOVED: CalendarMinus,
  APPT_CLIENT_SWAPPED: ArrowLeftRight,
  APPT_CLIENT_MOVE: CalendarSync,
  APPT_CANCELLED_BY_ADMIN: CalendarX,
  APPT_SET_AVAILABLE_BY_ADMIN: CalendarOff,
  APPT_REMINDER_2H: Bell,
  FREE_SLOT_AVAILABLE: CalendarHeart,
};

const FALLBACK = 'Greška pri učitavanju notifikacija.';

const emptyText = ({ isUnreadOnly, type }: ClientNotificationFilter): string =>
  isUnreadOnly || type ? 'Nema notifikacija za izabrani filter.' : 'Još nema notifikacija.';

/** The tab 'Notifikacije' of the profile. */
export function ClientNotificationsTab() {
  const [filter, setFilter] = useState<ClientNotificationFilter>({ isUnreadOnly: false, type: '' });
  const query = useInfiniteQuery(notificationQueries.client(filter));
  const freedStateOf = useFreedSlots(offersOf(query.data ?? []));
  return (
    <>
      <Filters
        filter={filter}
        onChange={setFilter}
        onRefresh={() => void query.refetch()}
        isRefreshing={query.isRefetching}
      />
      <Loaded
        query={query}
        fallback={FALLBACK}
        skeleton={<ListSkeleton rows={4} />}
        empty={<EmptyState title={emptyText(filter)} isCard />}
      >
        {(rows) => (
          <div className="grid gap-3">
            <ul className="grid gap-2">
              {rows.map((notification) => (
                <ClientNotificationCard
                  key={notification.id}
                  notification={notification}
                  freedState={freedStateOf(notification)}
                />
              ))}
            </ul>
            <LoadMore query={query} />
            <BulkActions
              inbox={clientInbox}
              markAllLabel="Označi sve kao pročitano"
              deleteAllQuestion="Obrisati sve notifikacije?"
            />
          </div>
        )}
      </Loaded>
    </>
  );
}

const TYPES: readonly { value: ClientNotificationType | ''; label: string }[] = [
  { value: '', label: 'Svi tipovi' },
  ...CLIENT_NOTIFICATION_TYPES.map((type) => ({ value: type, label: CLIENT_NOTIFICATION_LABELS[type] })),
];

export interface FiltersProps {
  filter: ClientNotificationFilter;
  onChange: (filter: ClientNotificationFilter) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
}

function Filters({ filter, onChange, onRefresh, isRefreshing }: FiltersProps) {
  return (
    <div className="mb-5 grid gap-2">
      <SelectField
        label="Tip"
        value={filter.type}
        onChange={(type) => onChange({ ...filter, type })}
        options={TYPES}
      />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox
          label="Samo nepročitane"
          isOn={filter.isUnreadOnly}
          onChange={(isUnreadOnly) => onChange({ ...filter, isUnreadOnly })}
        />
        <Button variant="text" isSmall isBusy={isRefreshing} onClick={onRefresh} className="-mr-3 ml-auto">
          {!isRefreshing && <RotateCw aria-hidden="true" size={18} strokeWidth={1.75} />}
          Osveži
        </Button>
      </div>
    </div>
  );
}
