import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { t } from '#domain/language/translate.ts';
import {
  CLIENT_NOTIFICATION_LABELS,
  CLIENT_NOTIFICATION_TYPES,
  type ClientNotificationType,
} from '#domain/notifications.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { momentInWords } from '#domain/wording/dates.ts';
import { clientNotificationTitle } from '#domain/wording/notifications.ts';
import { useWaitingDays } from '../booking/waitlist.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { type ClientNotificationFilter, notificationQueries } from '../lib/queries/notification-queries.ts';
import { useSalon } from '../lib/queries/queries.ts';
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
function pathOf(
  { type, day, appointment_id, appt_start }: ClientNotification,
  state: FreedState,
  isSplit: boolean,
): string {
  if (type === 'TIME_TO_RETURN') return paths.booking;
  if (type !== 'FREE_SLOT_AVAILABLE') return paths.appointments;
  if (state === 'gone') return bookingPath({ day: day ?? undefined });
  const time = isSplit && appt_start ? clockOf(appt_start) : undefined;
  return bookingPath({ day: day ?? undefined, ...(time ? { time } : { slot: appointment_id ?? undefined }) });
}

interface ClientNotificationRowProps {
  notification: ClientNotification;
  place: PlaceInDay;
  freedState: FreedState;
}

function ClientNotificationRow({ notification, place, freedState }: ClientNotificationRowProps) {
  const today = useToday();
  const marking = useMarkRead(clientInbox);
  const { id, type, message, about = message, on_request, created_at, read_at } = notification;
  const title = clientNotificationTitle(type, on_request === 1);
  const to = pathOf(notification, freedState, useSalon().data?.split_slots === 1);
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
      about={about}
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
          {freedState === 'gone' && <span className="text-small text-soft">{t('Više nije slobodan.')}</span>}
          {freedState === 'free' && (
            <ButtonLink to={to} isSmall description={about} onClick={markRead} className="relative">
              {t('Rezerviši')}
            </ButtonLink>
          )}
        </div>
      )}
    </NotificationRow>
  );
}

const emptyText = ({ isUnreadOnly, type }: ClientNotificationFilter): string =>
  t(isUnreadOnly || type ? 'Nema notifikacija za izabrani filter.' : 'Još nema notifikacija.');

const types = (): { value: ClientNotificationType | ''; label: string }[] => [
  { value: '', label: t('Svi tipovi') },
  ...CLIENT_NOTIFICATION_TYPES.map((type) => ({ value: type, label: t(CLIENT_NOTIFICATION_LABELS[type]) })),
];

export function ClientNotificationsTab() {
  const [filter, setFilter] = useState<ClientNotificationFilter>({ isUnreadOnly: false, type: '' });
  const query = useInfiniteQuery(notificationQueries.client(filter));
  const freedStateOf = useFreedSlots(offersOf(query.data ?? []), useWaitingDays().data ?? []);
  return (
    <>
      <div className="mb-5 grid gap-2">
        <SelectField
          label={t('Tip')}
          value={filter.type}
          onChange={(type) => setFilter({ ...filter, type })}
          options={types()}
        />
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <Checkbox
            label={t('Samo nepročitane')}
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
            {t('Osveži')}
          </Button>
        </div>
      </div>
      <Loaded
        query={query}
        fallback={t('Greška pri učitavanju notifikacija.')}
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
              markAllLabel={t('Označi sve kao pročitano')}
              deleteAllQuestion={t('Obrisati sve notifikacije? Ova radnja je nepovratna.')}
            />
          </div>
        )}
      </Loaded>
    </>
  );
}
