import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { whenInWords } from '#salon/appointments/appointment-in-words.ts';
import { SLOT_RANGE_YEARS } from '#salon/limits.ts';
import { clockOf, dateOf, type WallDate, weekdayOf, yearsFrom } from '#salon/salon-time.ts';
import { slotRefusal } from '#salon/slots/slot.ts';
import { blankTimes, refusedSlot, refusedSlotByServer } from '../../api/appointments/slot-refusal.ts';
import { call } from '../../api/call.ts';
import { useNow } from '../../api/clock/use-now.ts';
import { useChanged } from '../../api/use-changed.ts';
import { DayField } from '../../fields/day-field.tsx';
import { DurationField } from '../../fields/duration-field.tsx';
import { TimeField } from '../../fields/time-field.tsx';
import { Button } from '../../ui/action/button.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { type Form, useForm } from '../../ui/form/use-form.ts';
import { CardBones } from '../../ui/part/bones.tsx';
import { toast } from '../../ui/toast/toast.ts';
import { DaySlots } from './day-slots.tsx';
import { firstValues, type SlotValues, timesOf, valuesAfter } from './slot-values.ts';

const FALLBACK = 'Neuspešno dodavanje.';
const SUNDAY = 7;

/** Adds the slot of these values; what is wrong with them stands in the form. */
function useAddSlot(form: Form<SlotValues>, today: WallDate, onAdded: (slot: Appointment) => void) {
  const changed = useChanged();
  const add = useMutation({
    mutationFn: (values: SlotValues) =>
      call('POST /appointments/slot', {
        body: { start_datetime: timesOf(values).start_datetime, duration_minutes: Number(values.duration) },
      }),
    onSuccess: (slot) => {
      changed();
      toast('success', 'Termin je uspešno dodat.', { title: 'Uspešno' });
      onAdded(slot);
    },
    onError: (error, { start }) => form.refuse(refusedSlotByServer(error, FALLBACK, start)),
  });
  const ask = (values: SlotValues) => {
    if (add.isPending) return;
    const blank = blankTimes(values);
    if (blank) return form.refuse(blank);
    const refusal = slotRefusal(timesOf(values), today);
    if (refusal) return form.refuse(refusedSlot(refusal, values.start));
    form.accept();
    add.mutate(values);
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
  const isSunday = values.date !== '' && weekdayOf(values.date) === SUNDAY;
  const isWhole = blankTimes(values) === null;
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
          <DurationField
            {...field('duration')}
            hint={isWhole && `Kraj u ${clockOf(timesOf(values).end_datetime)}`}
          />
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
            Dodat je {whenInWords(last)}.
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
  return now === null ? <CardBones /> : <SlotForm today={dateOf(now)} />;
}
