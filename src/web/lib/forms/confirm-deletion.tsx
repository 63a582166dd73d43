import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { errorText } from '../errors.ts';

export interface ConfirmDeletionProps<R> {
  question: ReactNode;
  /** The red button's word; 'Obriši' unless said otherwise. */
  action?: string;
  send: () => Promise<R>;
  onDeleted: (response: R) => void;
  /** Whether it was deleted or not. */
  onSettled?: () => void;
  /** Its own sentence of docs/spec/product.md §8.1, where the server gave none. */
  fallback: string;
  onCancel: () => void;
}

/** Asks, deletes, and says where that failed. Mounted is open. */
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
