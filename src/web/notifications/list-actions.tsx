import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDeletion } from '../lib/confirm-deletion.tsx';
import { useRefreshNotifications } from '../lib/query-client.ts';
import { Button, type ButtonProps, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { focusHeading } from '../ui/page.tsx';
import { type Inbox, useMarkAllRead } from './inbox.ts';

interface DeletionProps {
  inbox: Inbox;
  question: string;
  send: () => Promise<unknown>;
  fallback: string;
  onClose: () => void;
}

function Deletion({ inbox, onClose, ...props }: DeletionProps) {
  const deleted = () => {
    focusHeading();
    onClose();
  };
  const refresh = useRefreshNotifications(inbox.listKey);
  return <ConfirmDeletion {...props} onDeleted={deleted} onSettled={refresh} onCancel={onClose} />;
}

export interface DeleteNotificationProps {
  inbox: Inbox;
  id: number;
  /** What it is called in the question. */
  label: string;
  /** Whom it is about, said with the button. */
  description?: string;
  className?: string;
}

/** Deletes one, after a question. */
export function DeleteNotification({ inbox, id, label, description, className }: DeleteNotificationProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <IconButton
        icon={Trash2}
        label="Obriši"
        description={description}
        onClick={() => setIsAsking(true)}
        className={className}
      />
      {isAsking && (
        <Deletion
          inbox={inbox}
          send={() => inbox.deleteOne(id)}
          question={`Obrisati notifikaciju „${label}“?`}
          fallback="Greška pri brisanju notifikacije."
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}

export interface BulkActionsProps {
  inbox: Inbox;
  markAllLabel: string;
  deleteAllQuestion: string;
  deleteAllLook: Pick<ButtonProps, 'variant' | 'className'>;
  className: string;
}

/** What is done to all of them. */
export function BulkActions({
  inbox,
  markAllLabel,
  deleteAllQuestion,
  deleteAllLook,
  className,
}: BulkActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const marking = useMarkAllRead(inbox);
  return (
    <div className={cx('grid gap-2', className)}>
      <Button variant="quiet" isBusy={marking.isPending} onClick={() => marking.mutate()}>
        {markAllLabel}
      </Button>
      <Button {...deleteAllLook} onClick={() => setIsAsking(true)}>
        Obriši sve
      </Button>
      {isAsking && (
        <Deletion
          inbox={inbox}
          send={inbox.deleteAll}
          question={`${deleteAllQuestion} Ova radnja je nepovratna.`}
          fallback="Greška pri brisanju notifikacija."
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

export type PagedQuery = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;

/** The way to older ones, while there are any. */
export function LoadMore({ query, className }: { query: PagedQuery; className?: string }) {
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="quiet"
      isBlock
      isBusy={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
      className={className}
    >
      Učitaj još
    </Button>
  );
}
