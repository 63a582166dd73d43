import { useState } from 'react';
import { minutesOfServices, namesOf } from '#domain/appointments/lines.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { longServiceHint } from '#domain/wording/booked-services.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import type { Booked } from '../lib/attempts.ts';
import { useToday } from '../lib/clock/clock.ts';
import { TextAreaField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Warning } from '../ui/warning.tsx';
import { ChoiceBar } from './times/choice-bar.tsx';
import type { Choice } from './times/use-chooser.ts';
import { technicianOf, useBookingForm } from './use-booking-form.ts';
import type { BookingSteps } from './use-booking-steps.ts';

/** The last part of the owner's booking page: the note, and a button that books without a confirmation. */
export function BookAtOnce({ steps, onBooked }: { steps: BookingSteps; onBooked: (booked: Booked) => void }) {
  const { chooser, guest, services, judge } = steps;
  const today = useToday();
  const form = useBookingForm(steps, onBooked);
  const [sent, setSent] = useState<Choice | null>(null);
  const { choice } = chooser;
  const offer = choice?.offer ?? null;
  const warning = offer && longServiceHint(minutesOfServices(services), offer, services.length);
  const proceed = () => {
    setSent(choice);
    if (judge()) form.submit();
  };
  const start = offer?.start_datetime;
  return (
    // with `display: contents` the form has no box, so its bar sticks to the screen's edge even next to a long list of times
    <Form form={form} className="contents">
      <TextAreaField {...form.field('notes')} label="Napomena" isOptional rows={2} className="mt-5" />
      <div role="status" className="mt-4 empty:hidden">
        {warning && <Warning>{warning}</Warning>}
      </div>
      <ChoiceBar
        chooser={chooser}
        note={[guest.client?.name, namesOf(services), technicianOf(chooser)?.name]
          .filter(Boolean)
          .join(' · ')}
        action={start && today ? `Upiši, ${shortDay(dateOf(start), today)} u ${clockOf(start)}` : 'Upiši'}
        alert={chooser.alert ?? (sent === choice ? form.alert : null)}
        isBusy={form.isBusy}
        onProceed={proceed}
      />
    </Form>
  );
}
