import { Clock } from 'lucide-react';
import { timeLeftText } from '#domain/appointments/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { useNow } from '../lib/clock/clock.ts';
import { Chip } from '../ui/card.tsx';

/** A chip such as 'Termin za 25 minuta', by the salon's clock. Invisible until the time is known. */
export function TimeLeftChip({ appointment, isOnGold }: { appointment: Times; isOnGold?: boolean }) {
  const now = useNow();
  return (
    <Chip tone={isOnGold ? 'onGold' : 'gold'} className={now === null ? 'invisible' : undefined}>
      <Clock aria-hidden="true" size={16} className="shrink-0" />
      {now === null ? '\u00a0' : timeLeftText(now, appointment.start_datetime, appointment.end_datetime)}
    </Chip>
  );
}
