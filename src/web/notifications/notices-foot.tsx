import { useState } from 'react';
import { errorText } from '../api/api-error.ts';
import { Button } from '../ui/action/button.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { focusHeading } from '../ui/focus-heading.ts';
import type { TabTexts } from './notice-tabs.ts';
import { useDeleteAll, useMarkAllRead } from './use-notice-changes.ts';

const DELETE_FALLBACK = 'Greška pri brisanju notifikacija.';

function ConfirmDeleteAll({ texts: { tab, deleteAll }, onClose }: { texts: TabTexts; onClose: () => void }) {
  const deletion = useDeleteAll(tab);
  const confirm = () =>
    deletion.mutate(undefined, {
      onSuccess: () => {
        focusHeading();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      text={`${deleteAll} Ova radnja je nepovratna.`}
      onConfirm={confirm}
      onCancel={onClose}
      isBusy={deletion.isPending}
      error={deletion.error && errorText(deletion.error, DELETE_FALLBACK)}
    />
  );
}

/** What is done to all of the tab. */
export function NoticesFoot({ texts }: { texts: TabTexts }) {
  const [isAsking, setIsAsking] = useState(false);
  const marking = useMarkAllRead(texts.tab);
  return (
    <div className="mt-5 grid grid-cols-2 gap-2">
      <Button variant="quiet" isBusy={marking.isPending} onClick={() => marking.mutate()}>
        Pročitaj sve
      </Button>
      <Button
        variant="quiet"
        onClick={() => setIsAsking(true)}
        className="text-error! hover:border-error! hover:bg-error-tint!"
      >
        Obriši sve
      </Button>
      {isAsking && <ConfirmDeleteAll texts={texts} onClose={() => setIsAsking(false)} />}
    </div>
  );
}
