import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { minutesBetween, type WallDate } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';
import { errorCode } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { useServices } from '../lib/query-hooks.ts';
import { useParsedForm } from '../lib/submit-form.ts';
import { type Change, changesBetween } from './changed-meanwhile.tsx';
import { type EditInput, parseEdit, SAVING_FALLBACK, savingErrors } from './edit-errors.ts';
import { mergedValues, valuesOf } from './edit-values.ts';
import type { PickedClient } from './new-client-dialog.tsx';
import { isUnbooked, usePersonFields } from './use-person-fields.ts';
import { useServiceFields } from './use-service-fields.ts';

export interface Saved {
  row: Appointment;
  /** Undoes the creation; null where nothing can be undone. */
  undoToken: string | null;
}

async function create({ fields, price }: EditInput): Promise<Saved> {
  const { start_datetime, end_datetime, cancel_reason: _none, ...rest } = fields;
  const { undo_token, ...row } = await request('POST /appointments', {
    query: { undo: '1' },
    body: {
      start_datetime,
      duration_minutes: minutesBetween(start_datetime, end_datetime),
      ...rest,
      ...price,
    },
  });
  return { row, undoToken: undo_token };
}

/** Someone else has changed the row meanwhile. */
class OvertakenError extends Error {
  readonly current: Appointment;

  constructor(current: Appointment) {
    super('The appointment was changed meanwhile');
    this.name = 'OvertakenError';
    this.current = current;
  }
}

async function edit({ id, version }: Appointment, { patch }: EditInput): Promise<Saved> {
  try {
    const row = await request('PUT /appointments/{id}', { params: { id }, body: { ...patch, version } });
    return { row, undoToken: null };
  } catch (error) {
    if (errorCode(error) !== 'appointment_changed') throw error;
    const current = await request('GET /appointments/{id}', { params: { id } }).catch(() => null);
    throw current === null ? error : new OvertakenError(current);
  }
}

const clientOf = ({ client_id, client_name, client_phone }: Appointment): PickedClient | null =>
  client_id === null ? null : { id: client_id, name: client_name ?? '', phone: client_phone };

/** The clients whom the form can name: the one picked in it, and those of the rows it started from. */
function useKnownClients(...rows: Appointment[]) {
  const [picked, pick] = useState<PickedClient | null>(null);
  const known = [picked, ...rows.map(clientOf)];
  return { pick, clientBy: (id: string) => known.find((client) => String(client?.id) === id) ?? null };
}

export interface EditFormOptions {
  start: Appointment;
  isNew: boolean;
  today: WallDate;
  onSaved: (saved: Saved) => void;
}

/** The form of an appointment. What someone else changed meanwhile is shown, and what was typed stays on top of it. */
export function useEditForm({ start, isNew, today, onSaved }: EditFormOptions) {
  const invalidate = useInvalidateAppointments();
  const [row, setRow] = useState(start);
  const [changes, setChanges] = useState<readonly Change[] | null>(null);
  const { pick, clientBy } = useKnownClients(row, start);
  const form = useParsedForm({
    start: valuesOf(start),
    parse: (values) => parseEdit(row, values, today, isNew),
    send: (input: EditInput) => (isNew ? create(input) : edit(row, input)).finally(invalidate),
    fallback: SAVING_FALLBACK,
    errors: (error, sent) => {
      if (!(error instanceof OvertakenError)) return savingErrors(error, sent);
      rebase(error.current);
      return null;
    },
    onDone: onSaved,
  });
  const { values } = form;
  const { onTopOf, setClientId, setService, ...person } = usePersonFields(form, valuesOf(row));
  const { withService, ...typing } = useServiceFields(form, valuesOf(row), useServices().data ?? []);

  const rebase = (current: Appointment) => {
    const merged = mergedValues(valuesOf(row), values, valuesOf(current));
    setChanges(changesBetween(row, current));
    setRow(current);
    form.reset(valuesOf(current));
    form.change(onTopOf(valuesOf(current), merged));
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
    /** Freed in the form: saving removes the person. */
    isEmptied: isUnbooked(values.status) && !isUnbooked(row.status),
    setService: (id: string) => setService(id, withService(id)),
    ...person,
    ...typing,
  };
}

export type EditForm = ReturnType<typeof useEditForm>;
