import type { FormEvent } from 'react';
import { absenceRefusal } from '#domain/absences.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { errorCode, serverErrors, textOfError } from '../lib/errors.ts';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { type FormErrors, useForm } from '../ui/use-form.ts';
import { type OwnAbsence, useAddAbsence } from './queries.ts';

const FALLBACK = 'Neuspešno dodavanje.';
const REVERSED: FormErrors = { fields: { date_to: textOfError('range_reversed') } };

const BLANK_DAY = 'Izaberite datum.';
const blankDays = ({ date_from, date_to }: { date_from: string; date_to: string }): FormErrors => ({
  fields: {
    date_from: isWallDate(date_from) ? undefined : BLANK_DAY,
    date_to: isWallDate(date_to) ? undefined : BLANK_DAY,
  },
});

/** Whole days on which the salon is closed; both are today until they are chosen. */
export function AddAbsence({ today, onAdded }: { today: WallDate; onAdded: (absence: OwnAbsence) => void }) {
  const start: { date_from: string; date_to: string; reason: string } = {
    date_from: today,
    date_to: today,
    reason: '',
  };
  const form = useForm(start);
  const add = useAddAbsence();
  const { values, field } = form;
  const setFrom = (date: string) => {
    field('date_from').onChange(date);
    if (date > values.date_to) field('date_to').onChange(date);
  };
  const refused = (error: Error) =>
    form.refuse(errorCode(error) === 'range_reversed' ? REVERSED : serverErrors(error, FALLBACK));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (add.isPending) return;
    const { date_from, date_to } = values;
    if (!isWallDate(date_from) || !isWallDate(date_to)) return form.refuse(blankDays(values));
    if (absenceRefusal({ date_from, date_to })) return form.refuse(REVERSED);
    form.clearErrors();
    const reason = values.reason.trim() || null;
    add.mutate(
      { date_from, date_to, reason },
      {
        onSuccess: (absence) => {
          toast('success', 'Odsustvo dodato.');
          form.reset(start);
          onAdded(absence);
        },
        onError: refused,
      },
    );
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid grid-cols-2 gap-4 md:grid-cols-[12rem_12rem_1fr_auto] md:items-start">
        <DayField {...field('date_from')} onChange={setFrom} label="Od" required />
        <DayField
          {...field('date_to')}
          label="Do"
          min={isWallDate(values.date_from) ? values.date_from : undefined}
          required
        />
        <TextField
          {...field('reason')}
          label="Razlog"
          hint="Nije obavezno. Vide ga i klijenti."
          autoComplete="off"
          maxLength={REASON_MAX_CHARACTERS}
          className="col-span-2 md:col-span-1"
        />
        <Button type="submit" isBusy={add.isPending} className="col-span-2 md:col-span-1 md:mt-6.5">
          Dodaj odsustvo
        </Button>
      </div>
      <FormAlert text={form.alert} />
    </form>
  );
}
