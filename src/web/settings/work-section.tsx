import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import type { WorkField } from '#contract/work/work.ts';
import type { WorkFieldId } from '#domain/ids.ts';
import { MAX_WORK_FIELDS_COUNT, NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useReorder } from '../lib/forms/reorder.tsx';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { workFieldsQuery } from '../lib/queries/work-queries.ts';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import { EditableItem } from './setting-rows.tsx';
import { SectionHead } from './settings-form.tsx';

type Sent = RequestBody<'PUT /work-fields'>[number];
const NEW: Sent = { name: '', is_active: 1 };

const sentOf = ({ id, name, is_active }: WorkField): Sent => ({ id, name, is_active });

function Edit({ field, all, onClose }: { field: Sent; all: readonly WorkField[]; onClose: () => void }) {
  const queries = useQueryClient();
  const form = useSubmitForm({
    start: { name: field.name, is_active: String(field.is_active) },
    check: ({ name }) => (name.trim() === '' ? { fields: { name: 'Unesite naziv.' } } : null),
    send: ({ name, is_active }) => {
      const saved = { ...field, name, is_active: is_active === '1' ? (1 as const) : (0 as const) };
      const body =
        field.id === undefined
          ? [...all.map(sentOf), saved]
          : all.map((one) => (one.id === field.id ? saved : sentOf(one)));
      return request('PUT /work-fields', { body });
    },
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: (saved) => {
      queries.setQueryData(workFieldsQuery().queryKey, saved);
      onClose();
    },
  });
  return (
    <Dialog title={field.id === undefined ? 'Novo polje' : field.name} onClose={onClose}>
      <DialogForm form={form} submit="Sačuvaj">
        <TextField
          {...form.field('name')}
          label="Naziv"
          autoComplete="off"
          maxLength={NAME_MAX_CHARACTERS}
          required
        />
        <Switch
          label="Prikazuje se"
          isOn={form.values.is_active === '1'}
          onChange={(isOn) => form.field('is_active').onChange(isOn ? '1' : '0')}
        />
      </DialogForm>
    </Dialog>
  );
}

function FieldList({ all }: { all: readonly WorkField[] }) {
  const [edited, setEdited] = useState<Sent | null>(null);
  const { list, buttonsOf, status } = useReorder({
    items: all,
    queryKey: workFieldsQuery().queryKey,
    save: (ids: WorkFieldId[]) => {
      const body = ids.flatMap((id) => all.filter((one) => one.id === id).map(sentOf));
      return request('PUT /work-fields', { body });
    },
  });
  return (
    <div className="max-w-client">
      <List ref={list}>
        {all.map((field) => (
          <EditableItem
            key={field.id}
            onEdit={() => setEdited(sentOf(field))}
            title={<span className="font-medium">{field.name}</span>}
            note={field.is_active === 0 && 'Ne prikazuje se'}
            beside={all.length > 1 && buttonsOf(field)}
          />
        ))}
      </List>
      {status}
      {all.length < MAX_WORK_FIELDS_COUNT && (
        <Button icon={Plus} variant="quiet" onClick={() => setEdited(NEW)} className="mt-4 max-md:w-full">
          Dodaj polje
        </Button>
      )}
      {edited && <Edit field={edited} all={all} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** Settings: the fields in which the salon records what was done. docs/spec/behaviour.md §30.1 */
export default function WorkSection({ title }: { title: string }) {
  return (
    <>
      <SectionHead title={title} lead="Šta upisujete posle termina. Vide samo vlasnica i radnice." />
      <Loaded
        query={useQuery(workFieldsQuery())}
        fallback="Greška pri učitavanju podataka."
        skeleton={<ListSkeleton rows={4} />}
      >
        {(all) => <FieldList all={all} />}
      </Loaded>
    </>
  );
}
