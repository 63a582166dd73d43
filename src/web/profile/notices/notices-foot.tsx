import { useState } from 'react';
import { errorText } from '../../api/api-error.ts';
import { Button } from '../../ui/action/button.tsx';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { useDeleteAll, useMarkAllRead } from './use-notice-changes.ts';

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
