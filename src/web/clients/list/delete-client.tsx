import type { Client } from '#contract/users.ts';
import { errorText } from '../../api/api-error.ts';
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx';
import { focusHeading } from '../../ui/focus-heading.ts';
import { toast } from '../../ui/toast/toast.ts';
import { useDeleteClient } from '../queries.ts';

export function DeleteClient({ client, onClose }: { client: Client; onClose: () => void }) {
  const remove = useDeleteClient(client.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast('success', 'Klijent je obrisan.');
        focusHeading();
        onClose();
      },
    });
  return (
    <ConfirmDialog
      text={`Obrisati klijenta „${client.name}“? Lični podaci se brišu svuda, a statistika ostaje ista.`}
      onConfirm={confirm}
      onCancel={onClose}
      isBusy={remove.isPending}
      error={remove.error && errorText(remove.error, 'Neuspešno brisanje.')}
    />
  );
}
