import type { Template } from '#contract/week-templates.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { planCopy } from '#domain/week-templates.ts';
import { TEMPLATES } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import type { Technician } from '../lib/queries/technicians.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { copiedText } from './week-glance.tsx';

export interface CopyWeekProps {
  technicians: readonly Technician[];
  /** The technician who gets the templates. */
  to: TechnicianId;
  /** The templates of all technicians. */
  templates: readonly Template[];
  onClose: () => void;
}

/** The dialog that copies the whole week of a colleague. docs/spec/behaviour.md §26.6 */
export default function CopyWeek({ technicians, to, templates, onClose }: CopyWeekProps) {
  const of = (id: number) => templates.filter(({ technician_id }) => technician_id === id);
  const others = technicians.filter(({ id }) => id !== to);
  const first = others.find(({ id }) => of(id).length > 0) ?? others[0];
  const form = useSubmitForm({
    start: { from: String(first?.id ?? '') },
    send: ({ from }) =>
      request('POST /templates/copy', {
        body: { from_technician_id: Number(from), to_technician_id: to },
      }),
    fallback: 'Neuspešno dodavanje.',
    done: copiedText,
    refetches: true,
    onDone: onClose,
    isDirty: () => false,
  });
  const { create, skip } = planCopy(of(Number(form.values.from)), null, of(to));
  const skipped =
    skip.length > 0 && ` Preskače se ${counted(skip.length, TEMPLATES)}, jer se preklapa sa postojećim.`;
  const name = technicians.find(({ id }) => id === to)?.name;
  return (
    <Dialog title="Kopiraj nedelju" lead={name && `Za: ${name}`} onClose={onClose}>
      <DialogForm form={form} submit="Kopiraj nedelju" isBlocked={create.length === 0}>
        <SelectField
          {...form.field('from')}
          label="Od koga"
          options={others.map(({ id, name: label }) => ({ value: String(id), label }))}
        />
        <p role="status" className="rounded-card bg-blush px-4 py-3 text-small">
          {`Napraviće se ${counted(create.length, TEMPLATES)}.`}
          {skipped}
        </p>
      </DialogForm>
    </Dialog>
  );
}
