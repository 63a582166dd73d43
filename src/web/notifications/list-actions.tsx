import { CheckCheck, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { Button, IconButton } from '../ui/button.tsx';
import { focusHeading } from '../ui/page.tsx';
import { type Inbox, useMarkAllRead } from './inbox.ts';

export interface DeleteNotificationProps {
  inbox: Inbox;
  /** The ids to delete: of one notification, or of a cancellation and its booking. */
  ids: readonly number[];
  label: string;
  description?: string;
  className?: string;
}

export function DeleteNotification({ inbox, ids, label, description, className }: DeleteNotificationProps) {
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
        <ConfirmDeletion
          send={() => inbox.deleteThese(ids)}
          onDeleted={focusHeading}
          question={
            ids.length === 1
              ? `Obrisati notifikaciju „${label}“?`
              : 'Obrisati obe notifikacije, o zakazivanju i o otkazivanju?'
          }
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
  /** Shows the buttons in a sticky bar at the bottom of the screen instead of at the end of the list. */
  isBar?: boolean;
}

export function BulkActions({ inbox, markAllLabel, deleteAllQuestion, isBar = false }: BulkActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  const marking = useMarkAllRead(inbox);
  return (
    <div
      data-over-page={isBar || undefined}
      className={isBar ? 'bulk-bar' : 'mt-2 grid gap-2 md:grid-cols-2'}
    >
      <Button variant={isBar ? 'text' : 'quiet'} isBusy={marking.isPending} onClick={() => marking.mutate()}>
        {isBar && !marking.isPending && <CheckCheck aria-hidden="true" size={18} strokeWidth={1.75} />}
        {markAllLabel}
      </Button>
      <Button variant="danger-text" onClick={() => setIsAsking(true)}>
        {isBar && <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />}
        Obriši sve
      </Button>
      {isAsking && (
        <ConfirmDeletion
          send={inbox.deleteAll}
          onDeleted={focusHeading}
          question={`${deleteAllQuestion} Ova radnja je nepovratna.`}
          fallback="Greška pri brisanju notifikacija."
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}
