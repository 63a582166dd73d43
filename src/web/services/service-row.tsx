import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import type { Service } from '#contract/services.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { errorText } from '../lib/errors.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { useDeleteService } from './queries.ts';

export type Step = -1 | 1;

export interface ServiceRowProps {
  service: Service;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: Step) => void;
  onEdit: () => void;
  onDelete: () => void;
}

export function ConfirmDelete({ service, onClose }: { service: Service; onClose: () => void }) {
  const remove = useDeleteService(service.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast('success', 'Usluga je obrisana.');
        onClose();
      },
    });
  return (
    <ConfirmDialog
      text={`Obrisati uslugu „${service.name}“? Zakazani termini zadržavaju njen naziv i cenu.`}
      onConfirm={confirm}
      onCancel={onClose}
      isBusy={remove.isPending}
      error={remove.error && errorText(remove.error, 'Greška pri brisanju.')}
    />
  );
}

/** The word beside an icon: where there is room. */
const WORD = 'max-md:sr-only';

/** One line of the price list, with its place in the order. */
export function ServiceRow({ service, isFirst, isLast, onMove, onEdit, onDelete }: ServiceRowProps) {
  const { id, name, price, duration_minutes } = service;
  return (
    <div className="grid grid-cols-[1fr_auto_auto] items-center py-2 pr-2 pl-4 md:grid-cols-[auto_1fr_9rem_12rem_auto] md:gap-x-4 md:py-1.5 md:pl-2">
      <span className="flex max-md:order-4">
        <IconButton
          icon={ArrowUp}
          label="Pomeri gore"
          description={name}
          data-move={`${id} -1`}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label="Pomeri dole"
          description={name}
          data-move={`${id} 1`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
      <h2 className="min-w-0 text-h3 max-md:order-1 max-md:col-span-2 max-md:pt-1.5">{name}</h2>
      <span
        className={cx(
          'font-medium whitespace-nowrap tabular-nums max-md:order-2 max-md:self-start max-md:pt-1.5 max-md:pr-2 max-md:pl-3 text-right',
          price === 0 && 'text-soft',
        )}
      >
        {priceText(price)}
      </span>
      <span className="text-small text-soft max-md:order-3">{durationText(duration_minutes)}</span>
      <span className="flex justify-end max-md:order-5">
        <Button variant="text" isSmall aria-description={name} data-edit={id} onClick={onEdit}>
          <Pencil aria-hidden="true" size={18} strokeWidth={1.75} />
          <span className={WORD}>Izmeni</span>
        </Button>
        <Button variant="danger-text" isSmall aria-description={name} onClick={onDelete}>
          <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
          <span className={WORD}>Obriši</span>
        </Button>
      </span>
    </div>
  );
}
