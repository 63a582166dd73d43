import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { errorText } from '../lib/errors.ts';
import { Button, type ButtonProps, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { focusHeading } from '../ui/page.tsx';
import {
  type Deletion,
  type Inbox,
  useDeleteAllNotifications,
  useDeleteNotification,
  useMarkAllRead,
} from './inbox.ts';

interface ConfirmDeletionProps {
  deletion: Deletion;
  question: string;
  fallback: string;
  onClose: () => void;
}

function ConfirmDeletion({ deletion, question, fallback, onClose }: ConfirmDeletionProps) {
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        focusHeading();
        onClose();
      },
    });
  const cancel = () => {
    deletion.reset();
    onClose();
  };
  return (
    <ConfirmDialog
      text={question}
      onConfirm={confirm}
      onCancel={cancel}
      isBusy={deletion.isPending}
      error={deletion.error && errorText(deletion.error, fallback)}
    />
  );
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
  const deletion = useDeleteNotification(inbox, id);
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
        <ConfirmDeletion
          deletion={deletion}
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
  const deletion = useDeleteAllNotifications(inbox);
  return (
    <div className={cx('grid gap-2', className)}>
      <Button variant="quiet" isBusy={marking.isPending} onClick={() => marking.mutate()}>
        {markAllLabel}
      </Button>
      <Button {...deleteAllLook} onClick={() => setIsAsking(true)}>
        Obriši sve
      </Button>
      {isAsking && (
        <ConfirmDeletion
          deletion={deletion}
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
