import { useState } from 'react';
import type { ClientNoticeType } from '#salon/notices/client-notice-types.ts';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/action/button.tsx';
import { ListBones } from '../../ui/part/bones.tsx';
import { EmptyState } from '../../ui/part/empty-state.tsx';
import { ErrorState } from '../../ui/part/error-state.tsx';
import { NoticeFilters } from './notice-filters.tsx';
import { NoticeNote } from './notice-note.tsx';
import { NoticesFoot } from './notices-foot.tsx';
import { type NoticeFilter, useNotices } from './use-notices.ts';

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
