import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { useForm } from '../../ui/form/use-form.ts';
import type { PickedClient } from '../client-picker/picked-client.ts';
import { type Change, changesBetween } from './changes.ts';
import { mergedValues, valuesOf } from './edit-values.ts';
import { isOpen, usePersonFields } from './use-person-fields.ts';

const clientOf = ({ client_id, client_name, client_phone }: Appointment): PickedClient | null =>
  client_id === null ? null : { id: client_id, name: client_name ?? '', phone: client_phone };

/** The clients whom the form can name: the one picked in it, and those of the rows it started from. */
function useKnownClients(...rows: Appointment[]) {
  const [picked, pick] = useState<PickedClient | null>(null);
  const known = [picked, ...rows.map(clientOf)];
  return { pick, clientBy: (id: string) => known.find((client) => String(client?.id) === id) ?? null };
}

/** The form of an appointment: who fills a free one books it, who frees a booked one empties it - in sight, before it is saved. */
export function useEditForm(start: Appointment, isStartNew: boolean) {
  const [{ row, isNew }, setBase] = useState({ row: start, isNew: isStartNew });
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const { pick, clientBy } = useKnownClients(row, start);
  const form = useForm(valuesOf(start));
  const { values } = form;
  const { put, over, setClientId, ...person } = usePersonFields(form, valuesOf(row));

  /** Overtaken: what was typed stays on top of what is so now. */
  const rebase = (theirs: Appointment) => {
    const merged = mergedValues(valuesOf(row), values, valuesOf(theirs));
    setChanges(changesBetween(row, theirs));
    setBase({ row: theirs, isNew: false });
    form.reset(valuesOf(theirs));
    put(over(valuesOf(theirs), merged));
  };

  return {
    form,
    row,
    isNew,
    changes,
    /** The client whom the form holds. */
    client: clientBy(values.client_id),
    setClient: (client: PickedClient | null) => {
      pick(client);
      setClientId(client === null ? '' : String(client.id));
    },
    /** Freed here: who was on it is taken off when it is saved. */
    isEmptied: isOpen(values.status) && !isOpen(row.status),
    ...person,
    /** The slot stands now; what is left to save is an edit of it. */
    made: (slot: Appointment) => setBase({ row: slot, isNew: false }),
    rebase,
  };
}

export type EditForm = ReturnType<typeof useEditForm>;
