import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
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
import { Button, ButtonLink } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState, ListSkeleton } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import {
  type ClientNotification,
  clientInbox,
  type FreedState,
  offersOf,
  useFreedSlots,
  useMarkRead,
} from './inbox.ts';
import {
  BulkActions,
  NotificationRow,
  type PlaceInDay,
  placeInDay,
  RowActions,
} from './notification-row.tsx';

/** The path that a notification opens: for a freed slot the booking page, otherwise the client's appointments. */
function pathOf({ type, day, appointment_id }: ClientNotification, state: FreedState): string {
  if (type === 'TIME_TO_RETURN') return paths.booking;
  if (type !== 'FREE_SLOT_AVAILABLE') return paths.appointments;
  const slot = state === 'gone' ? undefined : (appointment_id ?? undefined);
  return bookingPath({ day: day ?? undefined, slot });
}

function wordsOf({ type, message, day }: ClientNotification, today: Today): string {
  const words = type === 'FREE_SLOT_AVAILABLE' && day !== null ? freedSlotInWords(day, message, today) : null;
  return words ?? withoutTitle(message, clientNotificationTitle(type, message));
}

interface ClientNotificationRowProps {
  notification: ClientNotification;
  place: PlaceInDay;
  freedState: FreedState;
}

function ClientNotificationRow({ notification, place, freedState }: ClientNotificationRowProps) {
  const today = useToday();
  const marking = useMarkRead(clientInbox);
  const { id, type, message, created_at, read_at } = notification;
  const words = wordsOf(notification, today);
  const title = clientNotificationTitle(type, message);
  const to = pathOf(notification, freedState);
  const isUnread = read_at === null;
  const markRead = () => {
    if (isUnread) marking.mutate([id]);
  };
  return (
    <NotificationRow
      notification={notification}
      place={place}
      today={today}
      isUnread={isUnread}
      name={
        <Link to={to} onClick={markRead} className="after:absolute after:inset-0 after:-outline-offset-2">
          {title}
        </Link>
      }
      about={words}
      toldInWords={momentInWords(created_at, today)}
      actions={
        <RowActions
          inbox={clientInbox}
          ids={[id]}
          label={title}
          isUnread={isUnread}
          onRead={markRead}
          isShown
        />
      }
    >
      {type === 'FREE_SLOT_AVAILABLE' && (
        <div className="col-start-2 min-h-11">
          {freedState === 'gone' && <span className="text-small text-soft">Više nije slobodan.</span>}
          {freedState === 'free' && (
            <ButtonLink to={to} isSmall description={words} onClick={markRead} className="relative">
              Rezerviši
            </ButtonLink>
          )}
        </div>
      )}
    </NotificationRow>
  );
}

const emptyText = ({ isUnreadOnly, type }: ClientNotificationFilter): string =>
  isUnreadOnly || type ? 'Nema notifikacija za izabrani filter.' : 'Još nema notifikacija.';

const TYPES: readonly { value: ClientNotificationType | ''; label: string }[] = [
  { value: '', label: 'Svi tipovi' },
  ...CLIENT_NOTIFICATION_TYPES.map((type) => ({ value: type, label: CLIENT_NOTIFICATION_LABELS[type] })),
];

export function ClientNotificationsTab() {
  const [filter, setFilter] = useState<ClientNotificationFilter>({ isUnreadOnly: false, type: '' });
  const query = useInfiniteQuery(notificationQueries.client(filter));
  const freedStateOf = useFreedSlots(offersOf(query.data ?? []));
  return (
    <>
      <div className="mb-5 grid gap-2">
        <SelectField
          label="Tip"
          value={filter.type}
          onChange={(type) => setFilter({ ...filter, type })}
          options={TYPES}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label="Samo nepročitane"
            isOn={filter.isUnreadOnly}
            onChange={(isUnreadOnly) => setFilter({ ...filter, isUnreadOnly })}
          />
          <Button
            icon={RotateCw}
            variant="text"
            isSmall
            isBusy={query.isRefetching}
            onClick={() => void query.refetch()}
            className="-mr-3 ml-auto"
          >
            Osveži
          </Button>
        </div>
      </div>
      <Loaded
        query={query}
        fallback="Greška pri učitavanju notifikacija."
        skeleton={<ListSkeleton rows={4} />}
        empty={<EmptyState title={emptyText(filter)} isCard />}
      >
        {(rows) => (
          <div className="grid gap-3">
            <ul>
              {rows.map((notification, index) => (
                <ClientNotificationRow
                  key={notification.id}
                  notification={notification}
                  place={placeInDay(rows, index)}
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
