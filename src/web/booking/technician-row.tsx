import { Users } from 'lucide-react';
import { useState } from 'react';
import { offersFor } from '#domain/appointments/service-fit.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { technicianRefusal } from '#domain/technicians.ts';
import { clockOf, dateOf, daysBetween, type WallTime } from '#domain/wall-clock.ts';
import { recentDay, shortDay } from '#domain/wording/near-days.ts';
import { slotsFor } from '../lib/appointment/free-days.ts';
import { useToday } from '../lib/clock/clock.ts';
import { TechnicianDisc } from '../technicians/technicians.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ChoiceRow } from './service-row.tsx';
import { Row, usePicking } from './service-sheet.tsx';
import type { Chooser } from './times/use-chooser.ts';

const ANY = { name: 'Bilo koja', note: 'najviše slobodnih termina' };

/** The start of the first time that fits, with this technician or, for null, with any technician. */
const firstStart = ({ strip, wanted }: Chooser, technicianId: TechnicianId | null) =>
  offersFor(slotsFor(strip, { ...wanted, technicianId }), strip.rules).find(({ isTooShort }) => !isTooShort)
    ?.start_datetime;

/** The technicians to choose from, sorted by their first time that fits; technicians without such a time come last. */
const choicesOf = (chooser: Chooser) =>
  chooser.strip.technicians
    .filter(({ id, service_ids }) =>
      chooser.keptId ? id === chooser.keptId : !technicianRefusal(service_ids, chooser.wanted.ids),
    )
    .map((technician) => ({ technician, first: firstStart(chooser, technician.id) }))
    .sort((a, b) => (a.first ?? LAST).localeCompare(b.first ?? LAST));
const LAST = '9';

/** The technician's first free time in words: 'prvi slobodan: sutra u 10:00'. */
function First({ label, start }: { label: string; start: WallTime | undefined }) {
  const today = useToday();
  if (!start || !today) return 'nema slobodnih termina';
  const day = dateOf(start);
  return (
    <>
      {`${label}: `}
      <b className="font-semibold text-ink">
        {`${(daysBetween(today, day) < 2 ? recentDay : shortDay)(day, today)} u ${clockOf(start)}`}
      </b>
    </>
  );
}

function TechnicianSheet({ chooser, onClose }: { chooser: Chooser; onClose: () => void }) {
  const { marked, pick, keys } = usePicking(chooser.wanted.technicianId, ([id = null]) => {
    chooser.chooseTechnician(id);
    onClose();
  });
  return (
    <Dialog title="Kod koga" onClose={onClose}>
      <fieldset aria-label="Kod koga" {...keys} className="-mt-3 divide-y divide-line">
        <Row
          type="radio"
          before={
            <span className="grid size-11 shrink-0 place-items-center rounded-full border border-edge">
              <Users />
            </span>
          }
          name={ANY.name}
          note={
            <>
              {ANY.note}
              <br />
              <First label="prvi" start={firstStart(chooser, null)} />
            </>
          }
          isChecked={marked === null}
          onPick={() => pick(null)}
        />
        {choicesOf(chooser).map(({ technician, first }) => (
          <Row
            key={technician.id}
            type="radio"
            before={<TechnicianDisc technician={technician} isLarge />}
            name={technician.name}
            note={<First label="prvi slobodan" start={first} />}
            isChecked={marked === technician.id}
            onPick={() => pick(technician.id)}
          />
        ))}
      </fieldset>
      <p className="mt-4 text-small text-soft">Kod koga ste upisani videćete čim rezervišete.</p>
    </Dialog>
  );
}

/** The row with the chosen technician, by default 'Bilo koja'; for salons with several. docs/spec/behaviour.md §16.6 */
export default function TechnicianRow({ chooser }: { chooser: Chooser }) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = chooser.strip.technicians.find(({ id }) => id === chooser.wanted.technicianId);
  const shown = chosen ? [chosen] : choicesOf(chooser).map(({ technician }) => technician);
  return (
    <ChoiceRow
      id="kod-koga"
      label="Kod koga"
      name={chosen?.name ?? ANY.name}
      note={chosen ? null : ANY.note}
      aside={
        <span className="flex max-[25rem]:hidden *:not-first:-ml-1">
          {shown.slice(0, 4).map((technician) => (
            <TechnicianDisc key={technician.id} technician={technician} />
          ))}
        </span>
      }
      onPress={() => setIsOpen(true)}
    >
      {isOpen && <TechnicianSheet chooser={chooser} onClose={() => setIsOpen(false)} />}
    </ChoiceRow>
  );
}
