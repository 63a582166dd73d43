import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import {
  CLIENT_NOTIFICATION_LABELS,
  CLIENT_NOTIFICATION_TYPES,
  type ClientNotificationType,
} from '#domain/notifications.ts';
import { errorText } from '../lib/errors.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { EmptyState, ErrorState, ListSkeleton } from '../ui/screen-states.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ClientNotificationCard } from './client-card.tsx';
import { useDeleteAll, useMarkAllRead } from './client-mutations.ts';
import { type ClientFilter, useClientNotifications } from './client-queries.ts';

const FALLBACK = 'Greška pri učitavanju notifikacija.';

const emptyText = ({ isUnreadOnly, type }: ClientFilter): string =>
  isUnreadOnly || type ? 'Nema notifikacija za izabrani filter.' : 'Još nema notifikacija.';

function NoticeList({
  filter,
  notices,
}: {
  filter: ClientFilter;
  notices: ReturnType<typeof useClientNotifications>;
}) {
  const { data, error, refetch, isFetching } = notices;
  const failure = error && (
    <ErrorState text={errorText(error, FALLBACK)} onRetry={refetch} isRetrying={isFetching} />
  );
  if (!data) return failure || <ListSkeleton rows={4} />;
  return (
    <div className="grid gap-3">
      {failure}
      {data.length === 0 && <EmptyState title={emptyText(filter)} isCard />}
      <ul className="grid gap-2">
        {data.map((notice) => (
          <ClientNotificationCard key={notice.id} notice={notice} />
        ))}
      </ul>
      {notices.hasNextPage && (
        <Button
          variant="quiet"
          isBlock
          isBusy={notices.isFetchingNextPage}
          onClick={() => notices.fetchNextPage()}
        >
          Učitaj još
        </Button>
      )}
      {data.length > 0 && <ClientBulkActions />}
    </div>
  );
}

/** The tab Notifikacije. */
export function ClientNotificationsTab() {
  const [filter, setFilter] = useState<ClientFilter>({ isUnreadOnly: false, type: '' });
  const notices = useClientNotifications(filter);
  return (
    <>
      <ClientFilters
        filter={filter}
        onUnreadOnly={(isUnreadOnly) => setFilter({ ...filter, isUnreadOnly })}
        onType={(type) => setFilter({ ...filter, type: type as ClientNotificationType | '' })}
        onRefresh={notices.refetch}
        isRefreshing={notices.isRefetching}
      />
      <NoticeList filter={filter} notices={notices} />
    </>
  );
}

const DELETE_FALLBACK = 'Greška pri brisanju notifikacija.';

/** What is done to all of them, whatever the filter shows. */
function ClientBulkActions() {
  const [isAsking, setIsAsking] = useState(false);
  const marking = useMarkAllRead();
  const deletion = useDeleteAll();
  const close = () => {
    setIsAsking(false);
    deletion.reset();
  };
  return (
    <div className="mt-2 grid gap-2 md:grid-cols-2">
      <Button variant="quiet" isBusy={marking.isPending} onClick={() => marking.mutate()}>
        Označi sve kao pročitano
      </Button>
      <Button variant="danger-text" onClick={() => setIsAsking(true)}>
        Obriši sve
      </Button>
      {isAsking && (
        <ConfirmDialog
          text="Obrisati sve notifikacije? Ova radnja je nepovratna."
          onConfirm={() => deletion.mutate(undefined, { onSuccess: close })}
          onCancel={close}
          isBusy={deletion.isPending}
          error={deletion.error && errorText(deletion.error, DELETE_FALLBACK)}
        />
      )}
    </div>
  );
}

const TYPES = [
  { value: '', label: 'Svi tipovi' },
  ...CLIENT_NOTIFICATION_TYPES.map((type) => ({ value: type, label: CLIENT_NOTIFICATION_LABELS[type] })),
];

export interface ClientFiltersProps {
  filter: ClientFilter;
  onUnreadOnly: (isOn: boolean) => void;
  onType: (type: string) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
}

function ClientFilters({ filter, onUnreadOnly, onType, onRefresh, isRefreshing }: ClientFiltersProps) {
  return (
    <div className="mb-5 grid gap-2">
      <SelectField label="Tip" value={filter.type} onChange={onType} options={TYPES} />
      <div className="flex flex-wrap items-center justify-between gap-x-4">
        <Checkbox label="Samo nepročitane" isOn={filter.isUnreadOnly} onChange={onUnreadOnly} />
        <Button variant="text" isSmall isBusy={isRefreshing} onClick={onRefresh} className="-mr-3 ml-auto">
          {!isRefreshing && <RotateCw aria-hidden="true" size={18} strokeWidth={1.75} />}
          Osveži
        </Button>
      </div>
    </div>
  );
}
