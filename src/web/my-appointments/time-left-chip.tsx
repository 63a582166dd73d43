import { Clock } from 'lucide-react';
import { timeLeftText } from '#domain/appointments/appointments.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { useNow } from '../lib/clock/clock.ts';
import { Chip } from '../ui/card.tsx';

interface Times {
  start_datetime: WallTime;
  end_datetime: WallTime;
}

/** 'Termin za 25 minuta', counting down by the salon's clock. */
export function TimeLeftChip({ appointment }: { appointment: Times }) {
  const now = useNow();
  return (
    <Chip tone="gold" className={now === null ? 'invisible' : undefined}>
      <Clock aria-hidden="true" size={16} className="shrink-0" />
      {now === null ? '\u00a0' : timeLeftText(now, appointment.start_datetime, appointment.end_datetime)}
    </Chip>
  );
}
