import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { NextTime } from '#contract/booking/rhythm.ts';
import { namesOf } from '#domain/appointments/lines.ts';
import { t } from '#domain/language/translate.ts';
import { clockOf, dateOf } from '#domain/wall-clock.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { weeksText } from '#domain/wording/rhythm.ts';
import { serviceIdsOf } from '../lib/appointment/services-body.ts';
import { attemptBooking, type BookingBody } from '../lib/attempts.ts';
import { useToday } from '../lib/clock/clock.ts';
import AcceptRules from '../lib/forms/accept-rules.tsx';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { nextTimeQuery } from './next-time.ts';

export interface SameTimeProps {
  appointment: Appointment;
  onBooked: () => void;
}

interface ConfirmProps extends SameTimeProps {
  time: NextTime;
  slotId: NonNullable<NextTime['slot_id']>;
  onClose: () => void;
}

function Confirm({ appointment, time, slotId, onBooked, onClose }: ConfirmProps) {
  const refresh = useInvalidateAppointments();
  const { rules_text: rules, split_slots } = useSalon().data ?? {};
  const { start_datetime, end_datetime } = time;
  const form = useSubmitForm({
    start: { rules_accepted: '' },
    send: ({ rules_accepted }) => {
      const body: BookingBody = {
        seen_start: start_datetime,
        seen_end: end_datetime,
        ...(split_slots === 1 && { start_datetime }),
        service_ids: serviceIdsOf(appointment),
        ...(rules_accepted && { rules_accepted: 1 }),
      };
      return attemptBooking(slotId, body);
    },
    fallback: t('Neuspešna rezervacija.'),
    done: t('Termin je rezervisan.'),
    onDone: () => {
      refresh();
      onBooked();
    },
  });
  return (
    <Dialog title={t('Potvrda rezervacije')} onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} giveUp={t('Otkaži')} submit={t('Potvrdi i rezerviši')}>
        <div>
          <p className="time-xl">{timeRange(start_datetime, end_datetime)}</p>
          <p className="text-soft">{dayInWordsWithYear(dateOf(start_datetime))}</p>
          <p className="mt-3 wrap-break-word">{namesOf(appointment.services)}</p>
        </div>
        {rules && <AcceptRules rules={rules} tick={form.field('rules_accepted')} />}
      </DialogForm>
    </Dialog>
  );
}

/** The button 'Isti termin za 3 nedelje' for a past appointment; nothing if that time is taken. docs/spec/behaviour.md §20.1 */
export default function SameTimeAgain(props: SameTimeProps) {
  const { id, status, guest_name } = props.appointment;
  const today = useToday();
  const [isAsking, setIsAsking] = useState(false);
  const isOwn = status === 'BOOKED' && guest_name === null;
  const { data } = useQuery({ ...nextTimeQuery(id), enabled: isOwn });
  const time = data?.time;
  if (!data || !time || time.slot_id === null || today === null) return null;
  const day = shortDay(dateOf(time.start_datetime), today);
  return (
    <>
      <Button isBlock onClick={() => setIsAsking(true)} className="mt-4 flex-wrap gap-x-2">
        <span>{t('Isti termin za {weeks}', { weeks: weeksText(data.weeks) })}</span>
        <span className="font-normal tabular-nums">
          {t('{day} u {clock}', { day, clock: clockOf(time.start_datetime) })}
        </span>
      </Button>
      {isAsking && (
        <Confirm {...props} time={time} slotId={time.slot_id} onClose={() => setIsAsking(false)} />
      )}
    </>
  );
}
