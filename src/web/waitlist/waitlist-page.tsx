import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { FreeSlot } from '#contract/appointments.ts';
import type { Waiting } from '#contract/waitlist.ts';
import { stillFreeText } from '#domain/appointments/day.ts';
import { dateOf, isWallDate, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { ofTechnician } from '#domain/wording/appointments.ts';
import { WAITING } from '#domain/wording/counted-words.ts';
import { atMoment, dayAsObject, dayInWords } from '#domain/wording/dates.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { NewAppointment, type NewAppointmentPreset } from '../appointments/new-appointment.tsx';
import { PersonDialog } from '../clients/person-dialog.tsx';
import { request } from '../lib/api.ts';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { MessageLinks } from '../lib/appointment/message-links.tsx';
import { useToday } from '../lib/clock/clock.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { waitingDays, waitingQueries } from '../lib/queries/admin-queries.ts';
import { LoadMore } from '../lib/queries/load-more.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { useTechnicians } from '../technicians/technicians.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState, focusHeading, ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';

export type WaitingAct = 'see' | 'book' | 'remove';

export interface WaitingRowProps {
  waiting: Waiting;
  today: WallDate;
  /** The start of the day's first free slot, which a message can offer. */
  freeFrom: WallTime | undefined;
  onAct: (act: WaitingAct, waiting: Waiting) => void;
}

function Links({ waiting, freeFrom }: Pick<WaitingRowProps, 'waiting' | 'freeFrom'>) {
  const { client_id, name, phone } = waiting;
  if (!phone) return null;
  const links = { phone, of: name, className: 'max-lg:col-span-2' };
  if (freeFrom === undefined) return <PhoneLinks {...links} />;
  const facts = { name, isClient: client_id !== null, start_datetime: freeFrom, service_name: null };
  return <MessageLinks {...links} kind="free_slot" facts={facts} />;
}

function WaitingRow({ waiting, today, freeFrom, onAct }: WaitingRowProps) {
  const { client_id, name, phone, created_at, technician_id } = waiting;
  const technician = useTechnicians().find(({ id }) => id === technician_id);
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 p-4 lg:py-3 lg:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="-my-2 min-w-0 wrap-break-word">
        {client_id === null || isTechnician() ? (
          <span className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
            <span className="font-semibold">{name}</span>
            {client_id === null && <Chip tone="line">Gošća</Chip>}
          </span>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onAct('see', waiting)}
            className="relative min-h-11 text-left font-semibold"
          >
            {name}
          </button>
        )}
        <p className="-mt-1.5 flex flex-wrap gap-x-3 text-small text-soft">
          {phone && <span className="tabular-nums">{phone}</span>}
          {`čeka od ${atMoment(created_at, today)}`}
          {technician && <span>{ofTechnician(technician.name)}</span>}
        </p>
      </div>
      <div className="grid gap-1 self-start lg:order-last lg:flex lg:self-center">
        <Button variant="quiet" isSmall aria-description={name} onClick={() => onAct('book', waiting)}>
          Upiši
        </Button>
        {(waiting.technician_id !== null || !isTechnician()) && (
          <Button variant="ink" isSmall aria-description={name} onClick={() => onAct('remove', waiting)}>
            Ukloni
          </Button>
        )}
      </div>
      <Links waiting={waiting} freeFrom={freeFrom} />
    </li>
  );
}

interface WaitingDialogProps {
  act: WaitingAct;
  waiting: Waiting;
  today: WallDate;
  onClose: () => void;
}

const personOf = ({ client_id, name, phone }: Waiting): NonNullable<NewAppointmentPreset['person']> =>
  client_id === null
    ? { guest_name: name, guest_phone: phone ?? '' }
    : { person_id: null, client_id, name, phone };

/** The dialog for an action on an entry: the client's card, a new appointment on that day, or removal. */
function WaitingDialog({ act, waiting, today, onClose }: WaitingDialogProps) {
  const refresh = useInvalidateAppointments();
  const gone = () => {
    refresh();
    focusHeading();
    onClose();
  };
  if (act === 'book') {
    const preset = { person: personOf(waiting), date: waiting.day, technicianId: waiting.technician_id };
    return <NewAppointment preset={preset} onClose={onClose} onCreated={gone} />;
  }
  if (act === 'see' && waiting.client_id !== null)
    return <PersonDialog of={{ person_id: null, client_id: waiting.client_id }} onClose={onClose} />;
  return (
    <ConfirmDeletion
      question={`Ukloniti sa liste čekanja: ${waiting.name}, ${dayInWords(waiting.day, today)}?`}
      action="Ukloni"
      send={() => request('DELETE /waitlist/{id}', { params: { id: waiting.id } })}
      done="Uklonjeno sa liste čekanja."
      fallback="Neuspešno uklanjanje."
      onClose={onClose}
    />
  );
}

const FALLBACK = 'Greška pri učitavanju liste čekanja.';
const HOW = 'Kada se dan oslobodi, klijentkinje dobijaju obaveštenje, a gošće zovete vi.';

const isAwaited = ({ technician_id }: Waiting, slot: FreeSlot): boolean =>
  technician_id === null || technician_id === slot.technician_id;

interface DayProps {
  date: WallDate;
  rows: readonly Waiting[];
  today: WallDate;
  free: readonly FreeSlot[];
  isWhole: boolean;
  onAct: (act: WaitingAct, waiting: Waiting) => void;
}

function WaitingDay({ date, rows, today, free, isWhole, onAct }: DayProps) {
  const heading = `ceka-${date}`;
  return (
    <section aria-labelledby={heading}>
      <div className="mb-2 flex min-h-11 items-center justify-between gap-3">
        <h2 id={heading} className="min-w-0 text-h3">
          {dayInWords(date, today)}
        </h2>
        {isWhole && (
          <span className="text-small whitespace-nowrap text-soft">{counted(rows.length, WAITING)}</span>
        )}
      </div>
      {free.length > 0 && (
        <p className="-mt-1 mb-3 text-small text-soft tabular-nums">{stillFreeText(free)}</p>
      )}
      <List>
        {rows.map((waiting) => (
          <WaitingRow
            key={waiting.id}
            waiting={waiting}
            today={today}
            freeFrom={free.find((slot) => isAwaited(waiting, slot))?.start_datetime}
            onAct={onAct}
          />
        ))}
      </List>
    </section>
  );
}

function WaitingList({ day, today }: { day: WallDate | undefined; today: WallDate }) {
  const list = useInfiniteQuery(waitingQueries.pages(waitingDays(today, day)));
  const days = [...Map.groupBy(list.data?.rows ?? [], ({ day }) => day)];
  const [from, to] = [days[0]?.[0], days.at(-1)?.[0]];
  const { slots } = useFreeSlots(from && to ? { from, to } : null);
  const [opened, setOpened] = useState<{ act: WaitingAct; waiting: Waiting } | null>(null);
  return (
    <>
      <Loaded query={list} fallback={FALLBACK} skeleton={<ListSkeleton rows={5} />}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <EmptyState
              title={day ? `Za ${dayAsObject(day, today)} niko ne čeka.` : 'Niko ne čeka na termin.'}
              isCard
            >
              <p className="text-soft">
                Kada je dan popunjen, klijentkinje i gošće mogu da se upišu na listu čekanja. {HOW}
              </p>
            </EmptyState>
          ) : (
            <div className="grid grid-cols-1 gap-6">
              {days.map(([date, ofDay]) => (
                <WaitingDay
                  key={date}
                  date={date}
                  rows={ofDay}
                  today={today}
                  free={slots.filter(({ start_datetime }) => dateOf(start_datetime) === date)}
                  isWhole={!list.hasNextPage || date !== to}
                  onAct={(act, waiting) => setOpened({ act, waiting })}
                />
              ))}
              {list.hasNextPage && (
                <div>
                  <p className="mb-2 text-small text-soft">
                    {`Prikazano ${formatNumber(rows.length)} od ${formatNumber(total)}`}
                  </p>
                  <LoadMore query={list} isBlock={false} />
                </div>
              )}
              <p className="text-small text-soft">{HOW}</p>
            </div>
          )
        }
      </Loaded>
      {opened && <WaitingDialog {...opened} today={today} onClose={() => setOpened(null)} />}
    </>
  );
}

/** The page /admin/waitlist: the entries by day. `?dan=2026-11-20` shows only that day (docs/spec/product.md §2.21). */
export default function WaitlistPage() {
  const today = useToday();
  const [address] = useSearchParams();
  const asked = address.get('dan') ?? '';
  const day = isWallDate(asked) ? asked : undefined;
  return (
    <Page width="admin">
      <PageHead
        title="Ko čeka"
        back={{ to: paths.adminAppointments, label: 'Termini' }}
        actions={
          day && (
            <Link to={paths.adminWaitlist} className="text-link-inline inline-flex min-h-11 items-center">
              Svi koji čekaju
            </Link>
          )
        }
      />
      {today === null ? (
        <ListSkeleton rows={5} />
      ) : (
        <WaitingList key={day ?? 'svi'} day={day} today={today} />
      )}
    </Page>
  );
}
