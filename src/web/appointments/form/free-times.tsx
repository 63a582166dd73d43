import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { addMinutes, clockOf, dateOf } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { DayStrip } from '../../booking/times/day-strip.tsx';
import { Slot } from '../../booking/times/slot-list.tsx';
import { FALLBACK, noTimes, TimeChooser, type TimeChooserProps } from '../../booking/times/time-chooser.tsx';
import type { FreeOffer } from '../../lib/appointment/offers.ts';
import { Loaded } from '../../lib/queries/loaded.tsx';
import { LazyPart } from '../../lib/routing/lazy-page.tsx';
import { TechnicianDisc, useTechnicians } from '../../technicians/technicians.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import type { AppointmentFormState, EditProps } from './use-appointment-form.ts';

const chooserOf = ({ free, change }: AppointmentFormState): TimeChooserProps['chooser'] => ({
  ...free,
  alert: null,
  chooseDay: (date) => change({ date, start: '' }),
  chooseOffer: ({ start_datetime, slots: [{ technician_id }] }) =>
    change({
      date: dateOf(start_datetime),
      start: clockOf(start_datetime),
      ...(technician_id && { technician_id: String(technician_id) }),
    }),
});

/** Returns the times of an offer with the appointment's own length, which for a new one depends on the technician. */
function timesIn({ isNew, known, values }: AppointmentFormState) {
  const ids = serviceIdsIn(values.service_ids);
  return ({ start_datetime, end_datetime, slots: [{ technician_id }] }: FreeOffer) => {
    const minutes = isNew ? known.minutesOf(ids, technician_id) : Number(values.duration);
    const end = minutes === null ? end_datetime : addMinutes(start_datetime, minutes);
    return { start_datetime, end_datetime: end };
  };
}

/** The next days, and the free times of the chosen technician on the chosen day. */
export const FreeTimes = ({ edit }: EditProps) => (
  <TimeChooser isInDialog chooser={chooserOf(edit)} timesOf={timesIn(edit)} />
);

const GRID = {
  display: 'grid',
  flex: '1 1 14rem',
  gap: 6,
  gridTemplateColumns: 'repeat(auto-fill, minmax(7.25rem, 1fr))',
};

/** The free times of a day, a row for each technician who has one. */
function TimesByTechnician({ edit, offers }: EditProps & { offers: readonly FreeOffer[] }) {
  const technicians = useTechnicians();
  const byTechnician = Map.groupBy(offers, ({ slots: [{ technician_id }] }) => technician_id);
  const rows = technicians.length > 0 ? technicians : [undefined];
  return rows.map((technician) => {
    const hers = byTechnician.get(technician?.id);
    if (!hers) return null;
    return (
      <fieldset
        key={technician?.id ?? 0}
        aria-label={technician?.name ?? 'Slobodni termini'}
        className="flex flex-wrap gap-x-3 gap-y-1 border-t border-line py-2.5"
      >
        {technician && (
          <p className="flex min-h-12 w-32 items-center gap-2">
            <TechnicianDisc technician={technician} />
            <span className="min-w-0 wrap-break-word">{technician.name}</span>
          </p>
        )}
        <div style={GRID} className="text-small">
          {hers.map((offer) => (
            <Slot
              key={offer.start_datetime}
              offer={offer}
              times={timesIn(edit)(offer)}
              isChosen={offer === edit.free.choice?.offer}
              onChoose={() => chooserOf(edit).chooseOffer(offer)}
            />
          ))}
        </div>
      </fieldset>
    );
  });
}

/** The next days, and the free times of all technicians on the chosen day. */
export function FreeTimesOfAll({ edit }: EditProps) {
  const { free, now } = edit;
  const { strip, choice } = free;
  const day = strip.days.find(({ date }) => date === choice?.day);
  const chooser = chooserOf(edit);
  return (
    <Loaded query={strip.query} fallback={FALLBACK} skeleton={<ListSkeleton />}>
      {() =>
        day && (
          <>
            <DayStrip days={strip.days} chosen={day.date} onChoose={chooser.chooseDay} />
            <div>
              <h4 className="mb-2 font-display text-h3 font-[460]">{dayInWords(day.date, dateOf(now))}</h4>
              {day.offers.length === 0 && <LazyPart part={noTimes} props={{ chooser, day }} />}
              <TimesByTechnician edit={edit} offers={day.offers} />
            </div>
          </>
        )
      }
    </Loaded>
  );
}
