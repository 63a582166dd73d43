import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { List } from '../ui/list.tsx';
import { CancelledLinks, WhoAndWhen } from './conflict-row.tsx';

/** Guests whose bookings have just been cancelled: each is called and ticked. */
export function GuestsToCall({ guests }: { guests: readonly Appointment[] }) {
  const [called, setCalled] = useState<readonly number[]>([]);
  const tick = (id: number, isCalled: boolean) =>
    setCalled(isCalled ? [...called, id] : called.filter((one) => one !== id));
  return (
    <section className="mt-4 border-t border-line pt-4">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h4 className="font-semibold">Pozovite goste</h4>
        <span role="status" className="text-small font-semibold tabular-nums">
          {called.length} od {guests.length} javljeno
        </span>
      </div>
      <p className="text-small text-soft">
        Nemaju nalog i ne dobijaju obaveštenje. Spisak ostaje dok ste na ovoj strani.
      </p>
      <List className="mt-3">
        {guests.map((guest) => (
          <li
            key={guest.id}
            className="grid grid-cols-1 gap-x-4 gap-y-2 px-4 py-3 lg:grid-cols-[minmax(0,1fr)_auto_auto] lg:items-center"
          >
            <div className={called.includes(guest.id) ? 'line-through' : undefined}>
              <WhoAndWhen appointment={guest} />
            </div>
            <CancelledLinks appointment={guest} className="max-lg:w-full" />
            <Checkbox
              label="Javljeno"
              name={`called-${guest.id}`}
              aria-description={personOf(guest)}
              isOn={called.includes(guest.id)}
              onChange={(isCalled) => tick(guest.id, isCalled)}
            />
          </li>
        ))}
      </List>
    </section>
  );
}
