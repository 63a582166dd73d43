import { useMutation } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { IconButton } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { toast } from '../ui/toast.ts';
import { EditTemplate } from './template-form.tsx';
import { rangeOf, weekdayLabel } from './template-values.ts';

interface RowProps {
  template: Template;
}

function DeleteTemplate({ template, onClose }: RowProps & { onClose: () => void }) {
  const invalidate = useInvalidateAppointments();
  const deleted = () => {
    invalidate();
    toast('success', 'Šablon je obrisan.');
    onClose();
  };
  return (
    <ConfirmDeletion
      question={`Obrisati šablon ${weekdayLabel(template.weekday)}, ${rangeOf(template)}? Već napravljeni termini ostaju.`}
      send={() => request('DELETE /templates/{id}', { params: { id: template.id } })}
      onDeleted={deleted}
      fallback="Neuspešno brisanje."
      onCancel={onClose}
    />
  );
}

/** On or off, shown at once; a refusal puts it back and says so. */
function ActiveSwitch({ template }: RowProps) {
  const { id } = template;
  const switching = useMutation({
    mutationFn: (isOn: boolean) =>
      request('PUT /templates/{id}', { params: { id }, body: { active: isOn ? 1 : 0 } }),
    onSuccess: useInvalidateAppointments(),
    onError: (error) => toast('error', errorText(error, 'Greška pri promeni statusa.')),
  });
  const isOn = switching.isPending ? switching.variables : template.active === 1;
  return (
    <Switch
      label={`Aktivan, ${rangeOf(template)}`}
      isLabelHidden
      isOn={isOn}
      onChange={switching.mutate}
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
      {open === 'delete' && <DeleteTemplate template={template} onClose={close} />}
    </li>
  );
}
