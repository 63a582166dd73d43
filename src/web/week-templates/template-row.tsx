import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { errorText } from '../lib/errors.ts';
import { IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { toast } from '../ui/toast.ts';
import { useDeleteTemplate, useEditTemplate } from './queries.ts';
import { EditTemplate } from './template-form.tsx';
import { rangeOf, weekdayLabel } from './template-values.ts';

interface RowProps {
  template: Template;
}

function ConfirmDelete({ template, onClose }: RowProps & { onClose: () => void }) {
  const remove = useDeleteTemplate(template.id);
  const confirm = () =>
    remove.mutate(undefined, {
      onSuccess: () => {
        toast('success', 'Šablon je obrisan.');
        onClose();
      },
    });
  return (
    <ConfirmDialog
      text={`Obrisati šablon ${weekdayLabel(template.weekday)}, ${rangeOf(template)}? Već napravljeni termini ostaju.`}
      onConfirm={confirm}
      onCancel={onClose}
      isBusy={remove.isPending}
      error={remove.error && errorText(remove.error, 'Neuspešno brisanje.')}
    />
  );
}

/** On or off, shown at once; a refusal puts it back and says so. */
function ActiveSwitch({ template }: RowProps) {
  const edit = useEditTemplate(template.id);
  const isOn = edit.isPending ? edit.variables.active === 1 : template.active === 1;
  const change = (next: boolean) =>
    edit.mutate(
      { active: next ? 1 : 0 },
      { onError: (error) => toast('error', errorText(error, 'Greška pri promeni statusa.')) },
    );
  return (
    <Switch
      label={`Aktivan, ${rangeOf(template)}`}
      isLabelHidden
      isOn={isOn}
      onChange={change}
      className="min-h-11!"
    />
  );
}

/** One slot of the usual week: in a narrow column its controls go under its time. */
export function TemplateRow({ template }: RowProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const isOff = template.active === 0;
  const name = `${weekdayLabel(template.weekday)}, ${rangeOf(template)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5 pr-1 pl-3">
      <p className={cx('min-h-6 whitespace-nowrap', isOff && 'text-soft')}>
        <span className={cx('font-semibold tabular-nums', isOff && 'line-through')}>{rangeOf(template)}</span>
        {isOff && <span className="text-small lg:block"> isključen</span>}
      </p>
      <div className="flex items-center">
        <ActiveSwitch template={template} />
        <IconButton
          icon={Pencil}
          label="Izmeni"
          description={name}
          onClick={() => setOpen('edit')}
          className="ml-1.5 text-link"
        />
        <IconButton
          icon={Trash2}
          label="Obriši"
          description={name}
          onClick={() => setOpen('delete')}
          className="text-error hover:bg-error-tint"
        />
      </div>
      {open === 'edit' && <EditTemplate template={template} onClose={close} />}
      {open === 'delete' && <ConfirmDelete template={template} onClose={close} />}
    </li>
  );
}
