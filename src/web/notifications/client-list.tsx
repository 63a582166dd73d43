import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { CLIENT_NOTICE_LABELS, CLIENT_NOTICE_TYPES, type ClientNoticeType } from '#domain/notifications.ts';
import { errorText } from '../lib/errors.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { EmptyState, ErrorState } from '../ui/empty-state.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { ListBones } from '../ui/skeleton.tsx';
import { NoticeNote } from './client-card.tsx';
import { useDeleteAll, useMarkAllRead } from './client-mutations.ts';
import { type NoticeFilter, useNotices } from './client-queries.ts';

const FALLBACK = 'Greška pri učitavanju notifikacija.';

const emptyText = ({ isUnreadOnly, type }: NoticeFilter): string =>
  isUnreadOnly || type ? 'Nema notifikacija za izabrani filter.' : 'Još nema notifikacija.';

function NoticeList({ filter, notices }: { filter: NoticeFilter; notices: ReturnType<typeof useNotices> }) {
  const { data, error, refetch, isFetching } = notices;
  const failure = error && (
    <ErrorState text={errorText(error, FALLBACK)} onRetry={refetch} isRetrying={isFetching} />
  );
  if (!data) return failure || <ListBones rows={4} />;
  return (
    <div className="grid gap-3">
      {failure}
      {data.length === 0 && <EmptyState title={emptyText(filter)} isCard />}
      <ul className="grid gap-2">
        {data.map((notice) => (
          <NoticeNote key={notice.id} notice={notice} />
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
      {data.length > 0 && <NoticesFoot />}
    </div>
  );
}

/** The tab Notifikacije. */
export function NoticesTab() {
  const [filter, setFilter] = useState<NoticeFilter>({ isUnreadOnly: false, type: '' });
  const notices = useNotices(filter);
  return (
    <>
      <NoticeFilters
        filter={filter}
        onUnreadOnly={(isUnreadOnly) => setFilter({ ...filter, isUnreadOnly })}
        onType={(type) => setFilter({ ...filter, type: type as ClientNoticeType | '' })}
        onRefresh={notices.refetch}
        isRefreshing={notices.isRefetching}
      />
      <NoticeList filter={filter} notices={notices} />
    </>
  );
}

const DELETE_FALLBACK = 'Greška pri brisanju notifikacija.';

/** What is done to all of them, whatever the filter shows. */
export function NoticesFoot() {
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
  ...CLIENT_NOTICE_TYPES.map((type) => ({ value: type, label: CLIENT_NOTICE_LABELS[type] })),
];

export interface NoticeFiltersProps {
  filter: NoticeFilter;
  onUnreadOnly: (isOn: boolean) => void;
  onType: (type: string) => void;
  onRefresh: () => void;
  isRefreshing: boolean;
}

export function NoticeFilters({ filter, onUnreadOnly, onType, onRefresh, isRefreshing }: NoticeFiltersProps) {
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
