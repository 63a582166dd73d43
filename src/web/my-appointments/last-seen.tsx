import { RotateCw, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#domain/language/translate.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { atMoment, type Today } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock/clock.ts';
import type { StandIn } from '../lib/device/last-seen.ts';
import { Loaded, type LoadedProps } from '../lib/queries/loaded.tsx';
import { IconButton } from '../ui/button.tsx';

/** When the data was stored: '14:05', on another day '5. marta u 14:05'. docs/spec/behaviour.md §15.2 */
const timeOf = (at: WallTime, today: Today): string =>
  dateOf(at) === today ? clockOf(at) : atMoment(at, today);

/** The line 'Bez mreže - stanje od 14:05', with a retry button. */
export function LastSeenLine({ at, isSlow, isRetrying, retry }: Omit<StandIn, 'appointments'>) {
  const today = useToday();
  return (
    <div
      data-last-seen=""
      className="mb-3 flex items-center justify-between gap-x-3 rounded-card bg-warn-tint py-0.5 pr-1 pl-4 text-warn"
    >
      <p role="status" className="flex items-center gap-2.5 py-1 text-small">
        <WifiOff className="shrink-0" />
        {t(isSlow ? 'Spora mreža - stanje od {time}' : 'Bez mreže - stanje od {time}', {
          time: timeOf(at, today),
        })}
      </p>
      <IconButton
        icon={RotateCw}
        label={t('Pokušaj ponovo')}
        aria-busy={isRetrying && !isSlow}
        onClick={retry}
        className="aria-busy:*:animate-turn"
      />
    </div>
  );
}

interface LoadedOrStoredProps<T> extends LoadedProps<T> {
  standIn: StandIn | null;
  /** Shows the stored bookings; read-only, because every change needs the server. */
  stored: (appointments: StandIn['appointments']) => ReactNode;
  /** The text to show if no booking is stored. */
  none: string;
}

/** Shows a query. Until the query has data, shows `standIn`: the upcoming bookings stored on the device. */
export function LoadedOrStored<T>({ standIn, stored, none, ...loaded }: LoadedOrStoredProps<T>) {
  const line = standIn && <LastSeenLine {...standIn} />;
  if (!standIn || loaded.query.data !== undefined) return <Loaded {...loaded} failed={line} />;
  const { appointments } = standIn;
  return (
    <div>
      {line}
      {appointments.length === 0 && <p className="text-soft">{none}</p>}
      <div className="grid grid-cols-1 gap-4">{stored(appointments)}</div>
    </div>
  );
}
