import { useInfiniteQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import {
  CLIENT_NOTIFICATION_LABELS,
  CLIENT_NOTIFICATION_TYPES,
  type ClientNotificationType,
} from '#domain/notifications.ts';
import { Loaded } from '../lib/loaded.tsx';
import { type ClientNotificationFilter, notificationQueries } from '../lib/notification-queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ClientNotificationCard } from './client-card.tsx';
import { offersOf, useFreedSlots } from './freed-slots.ts';
import { clientInbox } from './inbox.ts';
import { BulkActions, LoadMore } from './list-actions.tsx';

const FALLBACK = 'Greška pri učitavanju notifikacija.';

const emptyText = ({ isUnreadOnly, type }: ClientNotificationFilter): string =>
  isUnreadOnly || type ? 'Nema notifikacija za izabrani filter.' : 'Još nema notifikacija.';

/** The tab Notifikacije of the profile. */
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
