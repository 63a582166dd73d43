import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import { textOfError } from '#contract/page-errors.ts';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { absenceRefusal } from '#domain/slots.ts';
import { isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';
import { errorCode, serverErrors } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { type Parsed, useParsedForm } from '../lib/submit-form.ts';
import { DayField } from '../ui/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import type { OwnAbsence } from './absence-card.tsx';

const FALLBACK = 'Neuspešno dodavanje.';
const REVERSED: FormErrors = { fields: { date_to: textOfError('range_reversed') } };

type AbsenceValues = { date_from: string; date_to: string; reason: string };

const blankOn = (today: WallDate): AbsenceValues => ({ date_from: today, date_to: today, reason: '' });

type AbsenceInput = RequestBody<'POST /annual'>;

function parseAbsence({ date_from, date_to, reason }: AbsenceValues): Parsed<AbsenceInput> {
  if (!isWallDate(date_from) || !isWallDate(date_to)) {
    const missing = (date: string) => (isWallDate(date) ? undefined : 'Izaberite datum.');
    return { ok: false, errors: { fields: { date_from: missing(date_from), date_to: missing(date_to) } } };
  }
  if (absenceRefusal({ date_from, date_to })) return { ok: false, errors: REVERSED };
  return { ok: true, input: { date_from, date_to, reason: reason.trim() || null } };
}

export interface AddAbsenceProps {
  today: WallDate;
  onAdded: (absence: Pick<OwnAbsence, 'id'>) => void;
}

/** Whole days on which the salon is closed; both are today until they are chosen. */
export function AddAbsence({ today, onAdded }: AddAbsenceProps) {
  const invalidate = useInvalidateAppointments();
  const form = useParsedForm({
    start: blankOn(today),
    parse: parseAbsence,
    send: (body) => request('POST /annual', { body }),
    fallback: FALLBACK,
    errors: (error) => (errorCode(error) === 'range_reversed' ? REVERSED : serverErrors(error, FALLBACK)),
    done: 'Odsustvo dodato.',
    onDone: (absence, _sent, { reset }) => {
      invalidate();
      reset(blankOn(today));
      onAdded(absence);
    },
  });
  const { values, field, change } = form;
  const [defaultDay, setDefaultDay] = useState(today);
  if (defaultDay !== today) {
    // midnight has passed over the open page
    setDefaultDay(today);
    const isUntouched = values.date_from === defaultDay && values.date_to === defaultDay;
    if (isUntouched) change({ date_from: today, date_to: today });
  }
  const setFrom = (date: string) =>
    change({ date_from: date, ...(date > values.date_to && { date_to: date }) });
  return (
    <Form form={form} className="grid gap-4">
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
          hint="Nije obavezno. Vide ga i klijentkinje."
          autoComplete="off"
          maxLength={REASON_MAX_CHARACTERS}
          className="col-span-2 md:col-span-1"
        />
        <SubmitButton className="col-span-2 md:col-span-1 md:mt-6.5">Dodaj odsustvo</SubmitButton>
      </div>
      <FormAlert />
    </Form>
  );
}
