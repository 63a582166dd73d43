import { Check, ChevronDown, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { adminNotificationLabel } from '#domain/wording/notifications.ts';
import { errorText } from '../lib/errors.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { focusHeading } from '../ui/page.tsx';
import { useDeleteNotification } from './admin-mutations.ts';
import type { AdminNotification } from './admin-queries.ts';

const DELETE_FALLBACK = 'Greška pri brisanju notifikacije.';

function ConfirmDelete({ notice, onClose }: { notice: AdminNotification; onClose: () => void }) {
  const deletion = useDeleteNotification(notice.id);
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        focusHeading();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      text={`Obrisati notifikaciju „${adminNotificationLabel(notice.type)}“?`}
      onConfirm={confirm}
      onCancel={onClose}
      isBusy={deletion.isPending}
      error={deletion.error && errorText(deletion.error, DELETE_FALLBACK)}
    />
  );
}

export interface AdminCardActionsProps {
  notice: AdminNotification;
  /** Whom it is about, said with each button. */
  of: string;
  /** The id of its details. */
  detailsId: string;
  isExpanded: boolean;
  onExpand: () => void;
  onRead: () => void;
}

/** At the foot of a card: details, read, delete. */
export function AdminCardActions({
  notice,
  of,
  detailsId,
  isExpanded,
  onExpand,
  onRead,
}: AdminCardActionsProps) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className="relative -mr-3 -mb-3 -ml-3 flex items-center justify-between">
      <Button
        variant="text"
        isSmall
        aria-expanded={isExpanded}
        aria-controls={isExpanded ? detailsId : undefined}
        aria-description={of}
        onClick={onExpand}
      >
        Detalji
        <ChevronDown
          aria-hidden="true"
          size={18}
          strokeWidth={1.75}
          className={cx('transition-transform', isExpanded && 'rotate-180')}
        />
      </Button>
      <div className="flex text-soft">
        {notice.read_at === null && (
          <IconButton icon={Check} label="Označi kao pročitano" description={of} onClick={onRead} />
        )}
        <IconButton icon={Trash2} label="Obriši" description={of} onClick={() => setIsAsking(true)} />
      </div>
      {isAsking && <ConfirmDelete notice={notice} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
