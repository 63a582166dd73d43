import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { errorText } from '../errors.ts';

export interface ConfirmDeletionProps<R> {
  question: ReactNode;
  /** The label of the red button; 'Obriši' by default. */
  action?: string;
  send: () => Promise<R>;
  onDeleted: (response: R) => void;
  onSettled?: () => void;
  /** Shown when the server gave no text (docs/spec/product.md §8.1). */
  fallback: string;
  onCancel: () => void;
}

/** Asks for confirmation, then deletes; shows a failure. Open while mounted. */
export function ConfirmDeletion<R>({
  question,
  action,
  send,
  onDeleted,
  onSettled,
  fallback,
  onCancel,
}: ConfirmDeletionProps<R>) {
  const deletion = useMutation({
    mutationFn: send,
    onSuccess: onDeleted,
    ...(onSettled && { onSettled: () => onSettled() }),
  });
  return (
    <ConfirmDialog
      text={question}
      {...(action !== undefined && { action })}
      onConfirm={() => deletion.mutate()}
      onCancel={onCancel}
      isBusy={deletion.isPending}
      error={deletion.error && errorText(deletion.error, fallback)}
    />
  );
}
