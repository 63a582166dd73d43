import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { WorkField, WorkValue } from '#contract/work/work.ts';
import type { WorkFieldId } from '#domain/ids.ts';
import { WORK_VALUE_MAX_CHARACTERS } from '#domain/limits.ts';
import { suggestionsFor } from '#domain/work/work.ts';
import { errorText, request } from '../lib/api.ts';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { workFieldsQuery } from '../lib/queries/work-queries.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';

const PER_ROW = 2;

type Typed = Readonly<Partial<Record<WorkFieldId, string>>>;

const valueIn = (values: readonly WorkValue[], id: WorkFieldId): string =>
  values.find(({ field_id }) => field_id === id)?.value ?? '';

/** The values of the fields as typed, else as saved. Saves without a button; what could not be saved stays typed. */
function useWork({ id, work = [] }: VisibleAppointment, fields: readonly WorkField[]) {
  const queries = useQueryClient();
  const [typed, setTyped] = useState<Typed>({});
  const textOf = (field: WorkFieldId) => typed[field] ?? valueIn(work, field);
  const save = useMutation({
    scope: { id: `work ${id}` },
    mutationFn: (values: WorkValue[]) =>
      request('PUT /appointments/{id}/work', { params: { id }, body: { values } }),
    onSuccess: (saved, sent) => {
      queries.setQueryData(appointmentQueries.one(id).queryKey, saved);
      setTyped((now) => {
        const isSent = ([field, text]: [string, string]) =>
          valueIn(sent, Number(field) as WorkFieldId) === text;
        return Object.fromEntries(Object.entries(now).filter((entry) => !isSent(entry as [string, string])));
      });
    },
    onSettled: useInvalidateAppointments(),
  });
  /** Saves all fields, with these changes. */
  const saveWith = (changes: Typed = {}) => {
    const next = { ...typed, ...changes };
    setTyped(next);
    const values = fields.map(({ id: field_id }) => ({
      field_id,
      value: next[field_id] ?? valueIn(work, field_id),
    }));
    if (values.some(({ field_id, value }) => value.trim() !== valueIn(work, field_id))) save.mutate(values);
  };
  const latest = useRef(saveWith);
  latest.current = saveWith;
  useEffect(() => () => latest.current(), []); // Escape closes the dialog without a blur
  return {
    textOf,
    type: (field: WorkFieldId, text: string) => setTyped({ ...typed, [field]: text }),
    saveWith,
    save,
  };
}

interface FieldRowProps {
  row: readonly WorkField[];
  work: ReturnType<typeof useWork>;
}

/** Two fields and, below them, the suggestions of the one with the focus. */
function FieldRow({ row, work }: FieldRowProps) {
  const [focused, setFocused] = useState<WorkFieldId | null>(null);
  const place = useRef<HTMLFieldSetElement>(null);
  const field = row.find(({ id }) => id === focused);
  const typed = field ? work.textOf(field.id) : '';
  const shown = field ? suggestionsFor(typed, field.suggestions) : [];
  const choose = (id: WorkFieldId, value: string) => {
    work.saveWith({ [id]: value });
    place.current?.querySelector<HTMLElement>(`[data-field="${id}"]`)?.focus();
  };
  return (
    <fieldset
      ref={place}
      className="grid min-w-0 grid-cols-2 gap-3"
      onBlur={({ relatedTarget }) => {
        if (place.current?.querySelector('[data-suggestions]')?.contains(relatedTarget)) return;
        setFocused(null);
        work.saveWith();
      }}
    >
      {row.map(({ id, name }) => (
        <TextField
          key={id}
          label={name}
          value={work.textOf(id)}
          onChange={(text) => work.type(id, text)}
          onFocus={() => setFocused(id)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault(); // the form around it has another purpose
            work.saveWith();
          }}
          data-field={id}
          maxLength={WORK_VALUE_MAX_CHARACTERS}
          autoComplete="off"
          autoCapitalize="none"
        />
      ))}
      {field && shown.length > 0 && (
        <fieldset data-suggestions aria-label="Predlozi" className="col-span-2 flex flex-wrap gap-2">
          {shown.map((value) => {
            const count = typed.trim().length;
            return (
              <Button
                key={value}
                variant="quiet"
                isSmall
                onPointerDown={(event) => event.preventDefault()} // the field keeps the focus
                onClick={() => choose(field.id, value)}
              >
                <span>
                  <b className="font-semibold">{value.slice(0, count)}</b>
                  {value.slice(count)}
                </span>
              </Button>
            );
          })}
        </fieldset>
      )}
    </fieldset>
  );
}

function Fields({ row, fields }: { row: VisibleAppointment; fields: readonly WorkField[] }) {
  const work = useWork(row, fields);
  const { last_work, work: done = [] } = row;
  const copied = fields
    .map(({ id }) => [id, valueIn(last_work?.values ?? [], id)] as const)
    .filter(([id, value]) => value !== '' && value !== valueIn(done, id));
  const rows = Map.groupBy(fields, (field) => Math.floor(fields.indexOf(field) / PER_ROW));
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 py-3">
      <dt className="text-small/[1.5rem] text-soft">Urađeno</dt>
      <dd className="contents">
        {copied.length > 0 && (
          <Button
            variant="text"
            isSmall
            icon={Copy}
            onClick={() => work.saveWith(Object.fromEntries(copied))}
            className="-my-2.5 -mr-3"
          >
            Kao prošli put
          </Button>
        )}
        <div className="mt-2 grid basis-full gap-3">
          {[...rows].map(([key, two]) => (
            <FieldRow key={key} row={two} work={work} />
          ))}
          {work.save.error && <FormAlert text={errorText(work.save.error, 'Greška pri čuvanju.')} />}
        </div>
      </dd>
    </div>
  );
}

/** The dialog's row for what was done. docs/spec/behaviour.md §30.1 */
export default function WorkRow({ row }: { row: VisibleAppointment }) {
  const { data = [] } = useQuery(workFieldsQuery());
  const fields = data.filter(({ is_active }) => is_active === 1);
  return fields.length > 0 && <Fields row={row} fields={fields} />;
}
