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
const WORD = '@max-[42rem]:sr-only';

/** One line of the price list, with its place in the order. */
export function ServiceRow({ service, isFirst, isLast, onMove, onEdit, onDelete }: ServiceRowProps) {
  const { id, name, price, duration_minutes } = service;
  return (
    <div className="grid grid-cols-[1fr_auto_auto] items-center py-2 pr-2 pl-4 @[42rem]:grid-cols-[auto_1fr_6rem_5rem_auto] @[58rem]:grid-cols-[auto_1fr_9rem_12rem_auto] @[42rem]:gap-x-4 @[42rem]:py-1.5 @[42rem]:pl-2">
      <span className="flex @max-[42rem]:order-4">
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
      <h2 className="min-w-0 text-h3 @max-[42rem]:order-1 @max-[42rem]:col-span-2 @max-[42rem]:pt-1.5 @max-[19rem]:col-span-3">
        {name}
      </h2>
      <span
        className={cx(
          'font-medium whitespace-nowrap tabular-nums @max-[42rem]:order-2 @max-[42rem]:self-start @max-[42rem]:pt-1.5 @max-[42rem]:pr-2 @max-[42rem]:pl-3 @max-[19rem]:col-span-3 @max-[19rem]:justify-self-start @max-[19rem]:pl-0 text-right',
          price === 0 && 'text-soft',
        )}
      >
        {priceText(price)}
      </span>
      <span className="text-small text-soft @max-[42rem]:order-3">{durationText(duration_minutes)}</span>
      <span className="flex justify-end @max-[42rem]:order-5">
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
