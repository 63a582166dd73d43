import { Users } from 'lucide-react';
import { useState } from 'react';
import { offersBy } from '#domain/appointments/service-fit.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { t } from '#domain/language/translate.ts';
import { technicianRefusal } from '#domain/technicians.ts';
import { clockOf, dateOf, daysBetween, type WallTime } from '#domain/wall-clock.ts';
import { recentDay, shortDay } from '#domain/wording/near-days.ts';
import { slotsFor } from '../lib/appointment/offers.ts';
import { useToday } from '../lib/clock/clock.ts';
import { TechnicianDisc } from '../technicians/technicians.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { sentence } from '../ui/sentence.tsx';
import { ChoiceRow } from './service-row.tsx';
import { Row, usePicking } from './service-sheet.tsx';
import type { Chooser } from './times/use-chooser.ts';

const ANY = { name: 'Bilo koja', note: 'najviše slobodnih termina' } as const;

/** The start of the first time that fits, with this technician or, for null, with any technician. */
const firstStart = ({ strip, wanted }: Chooser, technicianId: TechnicianId | null) =>
  offersBy(slotsFor(strip, { ...wanted, technicianId }), strip.rules).find(({ isTooShort }) => !isTooShort)
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

interface FirstProps {
  text: 'prvi: {when}' | 'prvi slobodan: {when}';
  start: WallTime | undefined;
}

/** The technician's first free time in words: 'prvi slobodan: sutra u 10:00'. */
function First({ text, start }: FirstProps) {
  const today = useToday();
  if (!start || !today) return t('nema slobodnih termina');
  const date = dateOf(start);
  const day = (daysBetween(today, date) < 2 ? recentDay : shortDay)(date, today);
  const when = t('{day} u {clock}', { day, clock: clockOf(start) });
  return sentence(text, { when: <b className="font-semibold text-ink">{when}</b> });
}

function TechnicianSheet({ chooser, onClose }: { chooser: Chooser; onClose: () => void }) {
  const { marked, pick, keys } = usePicking(chooser.wanted.technicianId, ([id = null]) => {
    chooser.chooseTechnician(id);
    onClose();
  });
  return (
    <Dialog title={t('Kod koga')} onClose={onClose}>
      <fieldset aria-label={t('Kod koga')} {...keys} className="-mt-3 divide-y divide-line">
        <Row
          type="radio"
          before={
            <span className="grid size-11 shrink-0 place-items-center rounded-full border border-edge">
              <Users />
            </span>
          }
          name={t(ANY.name)}
          note={
            <>
              {t(ANY.note)}
              <br />
              <First text="prvi: {when}" start={firstStart(chooser, null)} />
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
            note={<First text="prvi slobodan: {when}" start={first} />}
            isChecked={marked === technician.id}
            onPick={() => pick(technician.id)}
          />
        ))}
      </fieldset>
      <p className="mt-4 text-small text-soft">{t('Kod koga ste upisani videćete čim rezervišete.')}</p>
    </Dialog>
  );
}

/** The row with the chosen technician, by default 'Bilo koja'; for salons with several. docs/spec/behaviour.md §16.6 */
export default function TechnicianRow({ chooser }: { chooser: Chooser }) {
  const [isOpen, setIsOpen] = useState(false);
  const chosen = chooser.strip.technicians.find(({ id }) => id === chooser.wanted.technicianId);
  const shown = chosen ? [chosen] : choicesOf(chooser).map(({ technician }) => technician);
  return (
    <>
      <ChoiceRow
        id="kod-koga"
        label={t('Kod koga')}
        name={chosen?.name ?? t(ANY.name)}
        note={!chosen && <span className="tight:hidden">{t(ANY.note)}</span>}
        aside={
          <span className="flex max-[25rem]:hidden *:not-first:-ml-1">
            {shown.slice(0, 4).map((technician) => (
              <TechnicianDisc key={technician.id} technician={technician} />
            ))}
          </span>
        }
        onPress={() => setIsOpen(true)}
      />
      {isOpen && <TechnicianSheet chooser={chooser} onClose={() => setIsOpen(false)} />}
    </>
  );
}
