import { TriangleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useEffect } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { editedAppointment } from '#domain/appointment-edit.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { textOfError } from '../lib/errors.ts';
import { useServices } from '../lib/query-hooks.ts';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import type { Change } from './edit-changes.ts';
import { editErrors } from './edit-errors.ts';
import { PersonFields, ServiceField, StatusField, TextFields, TimeFields } from './edit-fields.tsx';
import { fieldsOf, patchOf } from './edit-values.ts';
import { ChangeNotificationPreview } from './notification-preview.tsx';
import { type EditForm as Edit, useEditForm } from './use-edit-form.ts';
import { type OnSaved, useSave } from './use-save.ts';

export interface EditFormProps {
  /** The row as it was when editing began; of a new one its times, free and nobody's. */
  start: Appointment;
  isNew?: boolean;
  now: WallTime;
  onSaved: OnSaved;
  onGiveUp: () => void;
  /** For the sheet around it: it asks before it throws typed text away. */
  onState: (state: { isDirty: boolean; isBusy: boolean }) => void;
  /** At the left of the buttons: what else can be done with it. */
  others?: ReactNode;
}

/** The row as saving would leave it, with its names; null while there is nothing to save or it would be refused. */
function useAfter({ form, row, client, isNew }: Edit, now: WallTime) {
  const { data: services = [] } = useServices();
  const asked = fieldsOf(form.values);
  if (asked === null || (!isNew && Object.keys(patchOf(row, asked)).length === 0)) return null;
  const outcome = editedAppointment(row, asked, dateOf(now));
  if (typeof outcome === 'string') return null;
  const { after } = outcome;
  const service = services.find(({ id }) => id === after.service_id)?.name;
  return {
    ...after,
    client_name: after.client_id === null ? null : (client?.name ?? null),
    client_phone: after.client_id === null ? null : (client?.phone ?? null),
    service_name: after.service_id === row.service_id ? row.service_name : (service ?? null),
  };
}

/** Everything of an appointment, to be changed; says before saving who will hear of it. */
export function EditForm({ start, isNew = false, now, onSaved, onGiveUp, onState, others }: EditFormProps) {
  const edit = useEditForm(start, isNew);
  const { form, row, changes } = edit;
  const saving = useSave(edit, onSaved);
  const after = useAfter(edit, now);
  const isBusy = saving.isPending;
  const { isDirty } = form;
  const isFixed = form.values.status === 'CANCELLED';
  useEffect(() => onState({ isDirty, isBusy }), [onState, isDirty, isBusy]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy) return;
    const asked = fieldsOf(form.values);
    const refusal = editErrors(row, form.values, dateOf(now), edit.isNew);
    if (refusal || asked === null) return form.refuse(refusal ?? {});
    form.clearErrors();
    saving.mutate(asked);
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate>
      <div className="grid grid-cols-2 gap-4 md:grid-cols-6">
        <TimeFields edit={edit} today={dateOf(now)} />
        <StatusField edit={edit} />
        <ServiceField edit={edit} isFixed={isFixed} />
        <PersonFields edit={edit} isFixed={isFixed} />
        <TextFields edit={edit} />
      </div>
      <div className="mt-4 grid gap-3 empty:hidden">
        {changes && <ChangedMeanwhile changes={changes} />}
        {after && <ChangeNotificationPreview before={row} after={after} now={now} />}
        {isNew && !edit.isNew && (
          <p className="text-small text-soft">Slobodan termin je dodat. Ostalo još nije sačuvano.</p>
        )}
        <FormAlert text={form.alert} />
      </div>
      <div className="mt-6 flex flex-wrap items-center justify-between gap-2">
        {others}
        <div className="grid w-full grid-cols-[auto_1fr] gap-2 max-md:-order-1 md:ml-auto md:w-auto">
          <FormButtons onGiveUp={onGiveUp} isBusy={isBusy} giveUp="Odustani" />
        </div>
      </div>
    </form>
  );
}

/** 'Termin je u međuvremenu promenjen.', what exactly, and what to do now. */
function ChangedMeanwhile({ changes }: { changes: readonly Change[] }) {
  return (
    <div
      role="alert"
      className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn"
    >
      <TriangleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      <div className="grid min-w-0 gap-1.5 wrap-break-word">
        <p className="font-semibold">{textOfError('appointment_changed')}</p>
        <ul className="text-ink">
          {changes.map(({ name, from, to }) => (
            <li key={name}>
              {name}: <s className="text-soft">{from}</s> <span aria-hidden="true">→</span>
              <span className="sr-only">, sada</span> <b className="font-semibold">{to}</b>
            </li>
          ))}
        </ul>
        <p>Ono što ste upisali je ostalo. Proverite i sačuvajte ponovo.</p>
      </div>
    </div>
  );
}
