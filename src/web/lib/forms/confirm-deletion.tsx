import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog, type ConfirmDialogProps } from '../../ui/dialog.tsx';
import { focusHeading } from '../../ui/page.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { errorText } from '../api.ts';
import { useInvalidateAppointments } from '../queries/query-client.ts';

interface ConfirmDeletionProps<R> extends Pick<ConfirmDialogProps, 'action' | 'giveUp'> {
  question: ReactNode;
  send: () => Promise<R>;
  done?: string;
  onDeleted?: (response: R) => void;
  fallback: string;
  /** Called by the cancel button, and after the deletion. */
  onClose: () => void;
}

/** A dialog, open while mounted: asks for confirmation, then deletes, refetches and focuses the page's heading, or shows the error. */
export function ConfirmDeletion<R>(props: ConfirmDeletionProps<R>) {
  const { question, send, done, onDeleted, fallback, onClose, ...labels } = props;
  const deletion = useMutation({
    mutationFn: send,
    onSuccess: (response) => {
      if (done) toast('success', done);
      focusHeading(); // the dialog was opened from the row that disappears
      onDeleted?.(response);
      onClose();
    },
    onSettled: useInvalidateAppointments(),
  });
  return (
    <ConfirmDialog
      {...labels}
      text={question}
      onConfirm={() => deletion.mutate()}
      onCancel={onClose}
      isBusy={deletion.isPending}
      error={deletion.error && errorText(deletion.error, fallback)}
    />
  );
}
