import { useMutation } from '@tanstack/react-query';
import { ChevronDown, CornerDownLeft, Info, TriangleAlert } from 'lucide-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { namesOf } from '#domain/appointments/lines.ts';
import type { PersonId, ServiceId, TechnicianId, UserId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { addDays, clockOf, dateOf, minutesBetween, type WallDate } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { WEEKS } from '#domain/wording/counted-words.ts';
import { dayName, timeRange } from '#domain/wording/dates.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { counted } from '#domain/wording/numbers.ts';
import { errorText, request } from '../../lib/api.ts';
import { bookedFor } from '../../lib/appointment/booked-for.ts';
import { useBookedToast } from '../../lib/appointment/booked-toast.ts';
import { servicesBody } from '../../lib/appointment/services-body.ts';
import { inTheWayText } from '../../lib/in-the-way.ts';
import type { PickedPerson } from '../../lib/queries/people-queries.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { LazyPart, lazyPage } from '../../lib/routing/lazy-page.tsx';
import { isTechnician } from '../../lib/session/session.ts';
import { TechnicianChips } from '../../technicians/technicians.tsx';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { DayField } from '../../ui/date-time/date-field.tsx';
import { TimeField } from '../../ui/date-time/time-field.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { Pill } from '../../ui/pill.tsx';
import { inWords } from '../form/use-shown.ts';
import type { QuickEntryState } from './use-quick-entry.ts';

const seriesSheet = lazyPage(() => import('../../rhythm/series-sheet.tsx'));

type Props = { quick: QuickEntryState };
type FactName = 'Ko' | 'Dan' | 'Vreme' | 'Usluga' | 'Radnica';

const FACT =
  'flex min-h-13 max-w-full items-center gap-2 rounded-card border border-edge bg-card px-3.5 py-1.5 text-left transition-colors hover:border-link hover:bg-blush aria-expanded:border-link aria-expanded:bg-blush';

interface FactProps {
  name: FactName;
  value: string;
  isGuess: boolean;
  isOpen: boolean;
  onPress: () => void;
}

/** A part of the appointment; a dashed border marks what the line does not say. */
function Fact({ name, value, isGuess, isOpen, onPress }: FactProps) {
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      onClick={onPress}
      className={cx(FACT, isGuess && 'border-dashed')}
    >
      <span className="min-w-0 wrap-break-word tabular-nums">
        <span className="block text-label text-soft">{name}</span> <b className="font-semibold">{value}</b>
      </span>
      <ChevronDown size={18} className="shrink-0" />
    </button>
  );
}

function dayOf({ date, now }: QuickEntryState): string {
  const today = dateOf(now);
  const near = { [today]: 'danas, ', [addDays(today, 1)]: 'sutra, ' }[date] ?? '';
  return near + shortDay(date, today);
}

type FactValue = Pick<FactProps, 'name' | 'value' | 'isGuess'>;

function whoOf({ entry, chosen, person, newName }: QuickEntryState): FactValue {
  const isSomebody = person !== null || newName !== null || entry.phone !== null;
  const name = person?.name ?? `Nova: ${newName ?? NAMELESS_GUEST}`;
  const isGuess = chosen.person === undefined && entry.people.length > 1;
  return { name: 'Ko', value: isSomebody ? name : 'upišite ime', isGuess };
}

function timeOf({ entry, chosen, times, start }: QuickEntryState): FactValue {
  const value = times ? timeRange(times.start_datetime, times.end_datetime) : 'upišite vreme';
  const isLikeliest = chosen.start !== undefined || entry.isExact || start === entry.times[0];
  return { name: 'Vreme', value, isGuess: times === null || !isLikeliest };
}

/** The parts as chips. Their values are guessed unless the line or the owner names them. */
function factsOf(quick: QuickEntryState): FactValue[] {
  const { entry, chosen, services, technician } = quick;
  const isSure = chosen.services !== undefined || !entry.isServiceUnsure;
  const service = namesOf(services) ?? 'bez usluge';
  return [
    whoOf(quick),
    { name: 'Dan', value: dayOf(quick), isGuess: !chosen.date && entry.date === null },
    timeOf(quick),
    { name: 'Usluga', value: service, isGuess: services.length === 0 || !isSure },
    ...(technician
      ? [
          {
            name: 'Radnica' as const,
            value: technician.name,
            isGuess: !chosen.technician && !entry.technician,
          },
        ]
      : []),
  ];
}

const PILLS = 'flex flex-wrap items-center gap-2';

/** 'Koja Ana?': the people whom the name may mean, and somebody new. */
function Who({ quick }: Props) {
  const { entry, person, newName, choose } = quick;
  const isSame = (one: PickedPerson) =>
    one.person_id === person?.person_id && one.client_id === person?.client_id;
  return (
    <fieldset aria-label="Ko" className={PILLS}>
      {entry.people.length > 1 && newName && (
        <span className="mr-1 text-soft">{`Koja ${newName.split(' ')[0]}?`}</span>
      )}
      {entry.people.map((one) => (
        <Pill
          key={`${one.client_id} ${one.person_id}`}
          aria-pressed={isSame(one)}
          onClick={() => choose('person', one)}
        >
          {one.name}
        </Pill>
      ))}
      <Pill aria-pressed={person === null} onClick={() => choose('person', null)}>
        {`Nova: ${newName ?? NAMELESS_GUEST}`}
      </Pill>
    </fieldset>
  );
}

function Times({ quick }: Props) {
  const { entry, start, choose } = quick;
  return (
    <div className="grid gap-2">
      {entry.times.length > 1 && (
        <fieldset aria-label="Vreme" className={PILLS}>
          {entry.times.map((one) => (
            <Pill key={one} aria-pressed={one === start} onClick={() => choose('start', one)}>
              {one}
            </Pill>
          ))}
        </fieldset>
      )}
      <TimeField
        label="Početak"
        value={start ?? ''}
        onChange={(value) => choose('start', value as typeof start)}
      />
    </div>
  );
}

function Services({ quick }: Props) {
  const { list, services, choose } = quick;
  const ids = services.map(({ id }) => id);
  const toggled = (id: ServiceId) => (ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  return (
    <fieldset aria-label="Usluga" className={PILLS}>
      {list.map(({ id, name }) => (
        <Pill key={id} aria-pressed={ids.includes(id)} onClick={() => choose('services', toggled(id))}>
          {name}
        </Pill>
      ))}
    </fieldset>
  );
}

/** The choices for the opened part. */
function Choices({ of, quick }: Props & { of: FactName | null }) {
  const { entry, technicians, technician, date, choose } = quick;
  if (of === 'Ko' || (of === null && entry.people.length > 1)) return <Who quick={quick} />;
  if (of === 'Dan')
    return <DayField label="Datum" value={date} onChange={(day) => choose('date', day as WallDate)} />;
  if (of === 'Vreme') return <Times quick={quick} />;
  if (of === 'Usluga') return <Services quick={quick} />;
  if (of !== 'Radnica') return null;
  return (
    <TechnicianChips
      technicians={technicians}
      chosen={technician?.id ?? null}
      onChoose={(id: TechnicianId | null) => choose('technician', id)}
      isOne
    />
  );
}

function Said({ icon: Icon, children }: { icon: typeof Info; children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-small">
      <Icon size={18} className="mt-0.5 shrink-0 text-soft" />
      <span className="min-w-0 wrap-break-word">{children}</span>
    </p>
  );
}

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} i ${names.at(-1)}`;

/** Who is free then, and who is in the way. */
function Then({ quick: { times, then, inTheWay, technician } }: Props) {
  if (times === null) return null;
  if (inTheWay) {
    return <Said icon={TriangleAlert}>{inTheWayText(inWords(inTheWay))}</Said>;
  }
  const free = then.filter((one) => !one.inTheWay).map((one) => one.technician.name);
  const taken = then.filter((one) => one.inTheWay);
  if (!technician || free.length === 0) return null;
  return (
    <Said icon={Info}>
      <b className="font-semibold">
        {`${listed(free)} ${free.length > 1 ? 'su tada slobodne' : 'je tada slobodna'}.`}
      </b>
      {taken.map(
        (one) =>
          one.inTheWay &&
          ` ${one.technician.name} u ${clockOf(one.inTheWay.start_datetime)} ima drugi termin.`,
      )}
    </Said>
  );
}

/** What is not a chip: the note, the repetition, the number of somebody new, and what the owner should look at. */
function Remarks({ quick }: Props) {
  const { entry, date, note, isForOther, person, now } = quick;
  const { series, otherWeekday, unknownTechnician, phone } = entry;
  const times = series?.count ? `${series.count} puta` : 'koliko puta?';
  return (
    <>
      {otherWeekday !== null && (
        <Said icon={TriangleAlert}>{`${shortDay(date, dateOf(now))} nije ${dayName(otherWeekday)}.`}</Said>
      )}
      {isForOther && <Said icon={TriangleAlert}>Upisuje se kod vas, a ne kod {unknownTechnician}.</Said>}
      {!isForOther && unknownTechnician && (
        <Said icon={TriangleAlert}>Nema radnice za „kod {unknownTechnician}“.</Said>
      )}
      {series && (
        <Said icon={Info}>
          {`Ponavlja se svake ${series.every_weeks === 1 ? 'nedelje' : counted(series.every_weeks, WEEKS)}, ${times}`}
        </Said>
      )}
      {phone && (
        <Said icon={Info}>{`Telefon: ${person === null ? phone : (person.phone ?? 'nije upisan')}`}</Said>
      )}
      {note && <Said icon={Info}>{`Napomena: ${note}`}</Said>}
    </>
  );
}

const NO_IDS: { person_id: PersonId | null; client_id: UserId | null } = { person_id: null, client_id: null };

/** The fields of the appointment; null while something is missing. */
function bookingOf(quick: QuickEntryState) {
  const { times, person, newName, entry, services, technician, note, isComplete } = quick;
  if (times === null || !isComplete) return null;
  const guest_name = person === null ? (newName ?? NAMELESS_GUEST) : null;
  const { person_id, client_id } = person ?? NO_IDS;
  const who = { person_id, client_id, guest_name, guest_phone: person === null ? entry.phone : null };
  const technician_id = technician?.id ?? OWNERS_TECHNICIAN;
  const service_ids = services.map(({ id }) => id);
  return {
    ...times,
    ...who,
    notes: note,
    technician_id,
    service_ids,
    name: person?.name ?? guest_name ?? '',
  };
}

export interface QuickEntryProps extends Props {
  /** The button that books, for the focus after Enter in the line. */
  submit: RefObject<HTMLButtonElement | null>;
  onBooked: () => void;
}

/** An appointment from one line: its parts as chips that can be changed, and the button that books. docs/spec/behaviour.md §24.1 */
export function QuickEntry({ quick, submit, onBooked }: QuickEntryProps) {
  const { now, entry, services, inTheWay } = quick;
  const [opened, setOpened] = useState<FactName | null>(null);
  const [isRepeating, setIsRepeating] = useState(false);
  const say = useBookedToast(now);
  const refresh = useInvalidateAppointments();
  const booking = bookingOf(quick);
  const isSeries = entry.series !== null && !isTechnician();
  const book = useMutation({
    mutationFn: ({
      start_datetime,
      end_datetime,
      notes,
      technician_id,
      service_ids,
      ...who
    }: NonNullable<typeof booking>) =>
      request('POST /appointments', {
        query: { undo: '1' },
        body: {
          ...{ start_datetime, notes, status: 'BOOKED' as const },
          duration_minutes: minutesBetween(start_datetime, end_datetime),
          ...bookedFor(who),
          ...servicesBody(service_ids),
          ...(technician_id !== OWNERS_TECHNICIAN && { technician_id }),
        },
      }),
    onSuccess: (row) => {
      say(row);
      onBooked();
    },
    onSettled: refresh,
  });
  const when =
    booking &&
    `, ${shortDay(dateOf(booking.start_datetime), dateOf(now))} u ${clockOf(booking.start_datetime)}`;
  const press = () => {
    if (booking && isSeries) setIsRepeating(true);
    else if (booking && !book.isPending) book.mutate(booking);
  };
  return (
    <section aria-labelledby="novi-termin" className="grid gap-3">
      <h3 id="novi-termin" className="font-text text-small font-semibold text-soft">
        Novi termin
      </h3>
      <div className={PILLS}>
        {factsOf(quick).map((fact) => (
          <Fact
            key={fact.name}
            {...fact}
            isOpen={fact.name === opened}
            onPress={() => setOpened(fact.name === opened ? null : fact.name)}
          />
        ))}
      </div>
      <Choices of={opened} quick={quick} />
      <Remarks quick={quick} />
      <Then quick={quick} />
      <FormAlert text={book.error && errorText(book.error, 'Greška pri dodavanju termina.')} />
      <Button
        ref={submit}
        isBlock
        isBusy={book.isPending}
        disabled={!booking || inTheWay !== undefined || !quick.isSettled}
        onClick={press}
      >
        {`${isSeries ? 'Ponavljaj' : 'Upiši'}${when ?? ''}`}
        <CornerDownLeft size={18} className="max-lg:hidden" />
      </Button>
      {isRepeating && booking && entry.series && (
        <LazyPart
          part={seriesSheet}
          props={{
            row: { ...booking, service_id: booking.service_ids[0] ?? null, cancel_reason: null },
            service_ids: booking.service_ids,
            name: booking.name,
            services: namesOf(services),
            rhythm: entry.series,
            now,
            onClose: () => setIsRepeating(false),
            onBooked,
          }}
        />
      )}
    </section>
  );
}
