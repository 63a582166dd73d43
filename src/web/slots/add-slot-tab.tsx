import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { DEFAULT_SLOT_MINUTES, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { slotRefusal, type Times } from '#domain/slots.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  isWallDate,
  minutesBetween,
  type WallDate,
  wallTimeOn,
  weekdayOf,
  yearsFrom,
} from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { request } from '../lib/api.ts';
import { useNow } from '../lib/clock.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/slot-errors.ts';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/date-field.tsx';
import { FormAlert } from '../ui/form.tsx';
import { CardSkeleton } from '../ui/screen-states.tsx';
import { DurationField, TimeField } from '../ui/time-field.tsx';
import { toast } from '../ui/toast.ts';
import { type FormState, useForm } from '../ui/use-form.ts';
import { DaySlots } from './day-slots.tsx';

const FALLBACK = 'Neuspešno dodavanje.';
const SUNDAY = 7;

/** Adds the slot of these values; what is wrong with them stands in the form. */
function useAddSlot(form: FormState<SlotValues>, today: WallDate, onAdded: (slot: Appointment) => void) {
  const changed = useInvalidateAppointments();
  const add = useMutation({
    mutationFn: ({ start_datetime, end_datetime }: Times) =>
      request('POST /appointments/slot', {
        body: { start_datetime, duration_minutes: minutesBetween(start_datetime, end_datetime) },
      }),
    onSuccess: (slot) => {
      changed();
      toast('success', 'Termin je uspešno dodat.', { title: 'Uspešno' });
      onAdded(slot);
    },
    onError: (error, { start_datetime }) =>
      form.refuse(slotServerErrors(error, FALLBACK, clockOf(start_datetime))),
  });
  const ask = (values: SlotValues) => {
    if (add.isPending) return;
    const blank = blankTimes(values);
    if (blank) return form.refuse(blank);
    const times = timesOf(values);
    if (times === null) return;
    const refusal = slotRefusal(times, today);
    if (refusal) return form.refuse(slotRuleErrors(refusal, values.start));
    form.clearErrors();
    add.mutate(times);
  };
  return { ask, isBusy: add.isPending };
}

function SlotForm({ today }: { today: WallDate }) {
  const form = useForm(firstValues(today));
  const [last, setLast] = useState<Appointment | null>(null);
  const { ask, isBusy } = useAddSlot(form, today, setLast);
  const { values, field } = form;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    ask(values);
  };
  const addAfter = (slot: Appointment) => {
    const next = valuesAfter(slot, values.duration);
    form.reset(next);
    ask(next);
  };
  const isSunday = isWallDate(values.date) && weekdayOf(values.date) === SUNDAY;
  const times = blankTimes(values) === null ? timesOf(values) : null;
  return (
    <div className="grid max-w-home gap-8 md:grid-cols-[minmax(0,26rem)_1fr]">
      <form ref={form.ref} onSubmit={submit} noValidate className="grid content-start gap-4">
        <DayField
          {...field('date')}
          label="Datum"
          min={yearsFrom(today, -SLOT_RANGE_YEARS)}
          max={yearsFrom(today, SLOT_RANGE_YEARS)}
          hint={isSunday && 'Klijenti ne vide slobodne termine nedeljom.'}
          required
        />
        <div className="grid grid-cols-2 gap-4">
          <TimeField {...field('start')} label="Vreme" required />
          <DurationField {...field('duration')} hint={times && `Kraj u ${clockOf(times.end_datetime)}`} />
        </div>
        <FormAlert text={form.alert} />
        <Button type="submit" isBusy={isBusy} isBlock>
          Dodaj termin
        </Button>
        {last && (
          <Button variant="quiet" isBlock isBusy={isBusy} onClick={() => addAfter(last)}>
            {!isBusy && <Plus aria-hidden="true" size={18} />}
            Dodaj još jedan posle ovog
          </Button>
        )}
        {last && (
          <p role="status" className="text-small text-soft">
            Dodat je {whenInWords(last, today)}.
          </p>
        )}
      </form>
      <DaySlots date={values.date} />
    </div>
  );
}

/** A free slot: day, time, length; and one more right after it. */
export function AddSlotTab() {
  const now = useNow();
  return now === null ? <CardSkeleton /> : <SlotForm today={dateOf(now)} />;
}

/** What stands in the fields of a new slot; '' is nothing. */
export type SlotValues = { date: string; start: string; duration: string };

const FIRST_START = '09:00';

const firstValues = (today: WallDate): SlotValues => ({
  date: today,
  start: FIRST_START,
  duration: String(DEFAULT_SLOT_MINUTES),
});

/** The times of the slot that the values ask for; null while date or start are none. */
function timesOf({ date, start, duration }: SlotValues): Times | null {
  if (!isWallDate(date) || !isShortClockTime(start)) return null;
  const start_datetime = wallTimeOn(date, start);
  return { start_datetime, end_datetime: addMinutes(start_datetime, Number(duration)) };
}

/** A slot as long as this one, right after it. */
const valuesAfter = ({ end_datetime }: Times, duration: string): SlotValues => ({
  date: dateOf(end_datetime),
  start: clockOf(end_datetime),
  duration,
});
