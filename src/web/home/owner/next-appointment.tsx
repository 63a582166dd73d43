import type { Appointment } from '#contract/appointments.ts';
import { guestNote, personOf, phoneOf, serviceInFull } from '#salon/appointments/appointment-in-words.ts';
import { dateOf } from '#salon/salon-time.ts';
import { dayInWords, timeRange } from '#salon/serbian-dates.ts';
import { useNow } from '../../api/clock/use-now.ts';
import { Loaded } from '../../api/loaded.tsx';
import { TimeLeftChip } from '../../appointments/time-left-chip.tsx';
import { Button } from '../../ui/action/button.tsx';
import { CardBones } from '../../ui/part/bones.tsx';
import { Card, CardFoot } from '../../ui/part/card.tsx';
import { EmptyState } from '../../ui/part/empty-state.tsx';
import { Section } from '../../ui/part/page.tsx';
import { PhoneLinks } from '../../ui/phone/phone-links.tsx';
import { OpenButton, type Opening } from './open-button.tsx';
import { useNextAppointment } from './queries.ts';

const FALLBACK = 'Greška pri učitavanju termina.';

function NextCard({ appointment, onOpen }: Opening & { appointment: Appointment }) {
  const { id, start_datetime, end_datetime } = appointment;
  const now = useNow();
  const phone = phoneOf(appointment);
  const isToday = now !== null && dateOf(now) === dateOf(start_datetime);
  return (
    <Card isBooked data-appointment-id={id}>
      <TimeLeftChip appointment={appointment} />
      <h3 className="mt-3 text-h1 wrap-break-word">
        <OpenButton onPress={() => onOpen({ appointment, to: 'see' })}>{personOf(appointment)}</OpenButton>
      </h3>
      <p className="font-semibold tabular-nums">
        {timeRange(start_datetime, end_datetime)}
        {!isToday && <span className="font-normal">, {dayInWords(dateOf(start_datetime))}</span>}
      </p>
      <p className="text-small text-soft">{serviceInFull(appointment)}</p>
      <p className="text-small text-soft">{guestNote(appointment)}</p>
      {appointment.notes && <p className="mt-2 text-small whitespace-pre-line">{appointment.notes}</p>}
      {phone && <PhoneLinks phone={phone} of={personOf(appointment)} className="relative mt-4" />}
      <CardFoot className="relative">
        <Button variant="text" isSmall onClick={() => onOpen({ appointment, to: 'edit' })}>
          Izmeni
        </Button>
        <Button variant="danger-text" isSmall onClick={() => onOpen({ appointment, to: 'cancel' })}>
          Otkaži termin
        </Button>
      </CardFoot>
    </Card>
  );
}

/** The owner's next client, and how long until then. */
export function NextAppointment({ onOpen }: Opening) {
  const next = useNextAppointment();
  return (
    <Section title="Sledeći termin">
      <Loaded
        query={next}
        fallback={FALLBACK}
        bones={<CardBones />}
        empty={<EmptyState title="Nema zakazanih termina" isCard />}
      >
        {(appointment) => <NextCard appointment={appointment} onOpen={onOpen} />}
      </Loaded>
    </Section>
  );
}
