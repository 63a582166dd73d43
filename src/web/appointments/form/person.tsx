import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { StickyNote, TriangleAlert, User, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { NAME_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#domain/limits.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { recentDay } from '#domain/wording/near-days.ts';
import { counted } from '#domain/wording/numbers.ts';
import { clientQueries } from '../../lib/queries/admin-queries.ts';
import { Failed } from '../../lib/queries/failed.tsx';
import { isTechnician } from '../../lib/session/technician.ts';
import { useHasMouse } from '../../ui/browser.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { TextField } from '../../ui/field.tsx';
import { Initials, LIST_ROW, List, ListRow } from '../../ui/list.tsx';
import { ListSkeleton } from '../../ui/screen-states.tsx';
import { ClientPicker, type PickedClient } from '../client-picker.tsx';
import { useWaiting } from '../offer-again.tsx';
import type { AppointmentFormState } from './use-appointment-form.ts';

const SHOWN_COUNT = 6;

const HEADING = 'font-text text-small font-semibold text-soft';

export interface RecentClientsProps {
  today: WallDate;
  onChoose: (client: PickedClient) => void;
}

/** The clients of the latest bookings, each chosen by one tap. Renders nothing if they can't be loaded. */
function RecentClients({ today, onChoose }: RecentClientsProps) {
  const { data, isPending } = useQuery(clientQueries.recent());
  if (!isPending && !data?.length) return null;
  return (
    <section aria-labelledby="nedavne">
      <h3 id="nedavne" className={HEADING}>
        Nedavno
      </h3>
      <div className="mt-2">
        {isPending ? (
          <ListSkeleton />
        ) : (
          <List>
            {data?.slice(0, SHOWN_COUNT).map((client) => (
              <li key={client.id}>
                <button
                  type="button"
                  onClick={() => onChoose(client)}
                  className={cx(
                    LIST_ROW,
                    'w-full py-2 max-[22.5rem]:gap-2.5 max-[22.5rem]:px-3 text-left -outline-offset-2 hover:bg-blush',
                  )}
                >
                  <ListRow
                    before={<Initials of={client.name} />}
                    title={<span className="font-medium">{client.name}</span>}
                    note={client.phone && <span className="whitespace-nowrap">{client.phone}</span>}
                    after={
                      client.recent_start && (
                        <span className="shrink-0 text-small text-soft">
                          {recentDay(dateOf(client.recent_start), today)}
                        </span>
                      )
                    }
                  />
                </button>
              </li>
            ))}
          </List>
        )}
      </div>
    </section>
  );
}

type Details = ResponseBody<'GET /users/{id}'>;

/** The private note of a client, and the number of no-shows. */
function ClientNotes({
  details,
}: {
  details: Pick<UseQueryResult<Details>, 'data' | 'error' | 'refetch' | 'isFetching'>;
}) {
  const { data, error } = details;
  if (error && !data) return <Failed query={details} fallback="Beleška o klijentkinji nije učitana." />;
  return (
    <div className="grid gap-2 empty:hidden">
      {data?.notes && (
        <p className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small font-medium">
          <StickyNote aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-link" />
          <span className="sr-only">Beleška: </span>
          <span className="min-w-0 whitespace-pre-line wrap-break-word">{data.notes}</span>
        </p>
      )}
      {Boolean(data?.no_shows) && (
        <p className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn">
          <TriangleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
          {counted(data?.no_shows ?? 0, NO_SHOWS)}
        </p>
      )}
    </div>
  );
}

export interface ClientCardProps {
  client: PickedClient;
  details: UseQueryResult<Details>;
  /** The button that chooses another client. */
  change: ReactNode;
}

/** The chosen client with private note and no-shows. */
export function ClientCard({ client, details, change }: ClientCardProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-17 flex-wrap items-center gap-x-3 rounded-card border border-edge px-4 py-3">
        <Initials of={client.name} />
        <p className="min-w-0 flex-1 basis-24 wrap-break-word">
          <span className="block font-display text-h3 font-[460]">{client.name}</span>
          <span className="block text-small whitespace-nowrap text-soft">
            {client.phone ?? 'bez telefona'}
          </span>
        </p>
        {change}
      </div>
      <ClientNotes details={details} />
    </div>
  );
}

/** The button that chooses another person instead of `of`. */
export function ChangeButton({ of, onPress }: { of: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-description={of}
      className="-mr-2 min-h-11 shrink-0 rounded-card px-2 font-semibold text-link hover:bg-blush"
    >
      Promeni
    </button>
  );
}

/** Focuses the element that replaced the pressed one. Skips fields whose focus would open an on-screen keyboard. */
function useArrivingFocus<E extends HTMLElement>(isArriving: boolean) {
  const place = useRef<E>(null);
  const hasMouse = useHasMouse();
  useEffect(() => {
    if (!isArriving) return;
    const field = hasMouse ? place.current?.querySelector('input') : null;
    (field ?? place.current)?.focus();
  }, [isArriving, hasMouse]);
  return place;
}

/** The clients and guests who wait for the day of a slot, each chosen by one tap. */
export function WaitingPeople({ edit, day }: { edit: AppointmentFormState; day: WallDate }) {
  const waiting = useWaiting(day);
  if (waiting.length === 0) return null;
  const choose = ({ client_id, name, phone }: (typeof waiting)[number]) =>
    client_id === null
      ? edit.fill({ hasGuest: 'yes', guest_name: name, guest_phone: phone ?? '' })
      : edit.chooseClient({ id: client_id, name, phone });
  return (
    <section aria-labelledby="cekaju">
      <h4 id="cekaju" className="font-text text-small font-semibold text-soft">
        Čekaju ovaj dan
      </h4>
      <div className="mt-2 flex flex-wrap gap-2">
        {waiting.map((one) => (
          <Button key={one.id} variant="quiet" isSmall onClick={() => choose(one)}>
            {one.name}
          </Button>
        ))}
      </div>
    </section>
  );
}

/** Opens all rows, because another person can change services, status and note too. */
export function EditAll({ edit }: { edit: AppointmentFormState }) {
  return (
    <Button variant="text" onClick={() => edit.open()} className="-mr-3 shrink-0">
      Izmeni
    </Button>
  );
}

/** The fields for client and guest; read-only in a canceled appointment. */
export function PersonFields({ edit }: { edit: AppointmentFormState }) {
  const isFixed = edit.values.status === 'CANCELLED';
  const guest = (name: 'guest_name' | 'guest_phone') => ({
    ...edit.field(name),
    onChange: (value: string) => edit.fill({ [name]: value }),
    placeholder: 'Nije upisan',
    autoComplete: 'off',
    disabled: isFixed,
  });
  return (
    <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-4">
      <ClientPicker
        chosen={edit.values.client_id === '' ? null : edit.client}
        onChoose={edit.chooseClient}
        disabled={isFixed}
        error={edit.field('client_id').error}
        className="col-span-full"
      />
      <TextField {...guest('guest_name')} label="Ime gosta" maxLength={NAME_MAX_CHARACTERS} />
      <TextField
        {...guest('guest_phone')}
        label="Telefon gosta"
        type="tel"
        maxLength={PHONE_MAX_CHARACTERS}
      />
    </div>
  );
}

interface WhoProps {
  edit: AppointmentFormState;
  now: WallTime;
  /** Whether to show the clients of the latest bookings. */
  hasRecent: boolean;
  /** Whether to focus the search. */
  isAsking: boolean;
}

/** Finds a client by name, phone or email, offers recent clients, and adds a client or a guest. */
function Search({ edit, now, hasRecent, isArriving }: Omit<WhoProps, 'isAsking'> & { isArriving: boolean }) {
  const place = useArrivingFocus<HTMLDivElement>(isArriving);
  const choose = (client: PickedClient | null) => client && edit.chooseClient(client);
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      <ClientPicker chosen={null} onChoose={choose} error={edit.field('client_id').error}>
        {(addClient) => (
          <div className="flex flex-wrap gap-2 *:max-w-full *:flex-[1_0_auto]">
            {!isTechnician() && (
              <Button variant="quiet" onClick={addClient}>
                <UserPlus aria-hidden="true" size={20} strokeWidth={1.75} />
                Nova klijentkinja
              </Button>
            )}
            <Button variant="quiet" onClick={() => edit.fill({ hasGuest: 'yes' })}>
              <User aria-hidden="true" size={20} strokeWidth={1.75} />
              Gost
            </Button>
          </div>
        )}
      </ClientPicker>
      {hasRecent && <RecentClients today={dateOf(now)} onChoose={choose} />}
    </div>
  );
}

const NO_GUEST = { hasGuest: '', guest_name: '', guest_phone: '' } as const;

function Guest({ edit, wasChosen }: { edit: AppointmentFormState; wasChosen: boolean }) {
  const place = useArrivingFocus<HTMLFieldSetElement>(wasChosen);
  const texts = { hint: 'Nije obavezno.', autoComplete: 'off' } as const;
  return (
    <fieldset
      ref={place}
      tabIndex={-1}
      aria-label="Gost"
      className="rounded-card border border-edge px-4 py-3 outline-none"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="font-display text-h3 font-[460]">Gost</p>
        <ChangeButton of="gost" onPress={() => edit.change(NO_GUEST)} />
      </div>
      <div className="mt-1 grid gap-3 md:grid-cols-2">
        <TextField
          {...edit.field('guest_name')}
          {...texts}
          label="Ime gosta"
          autoCapitalize="words"
          maxLength={NAME_MAX_CHARACTERS}
        />
        <TextField
          {...edit.field('guest_phone')}
          {...texts}
          label="Telefon gosta"
          type="tel"
          maxLength={PHONE_MAX_CHARACTERS}
        />
      </div>
    </fieldset>
  );
}

/** The person of a new booking, chosen and changed in the same place. */
export function Who({ edit, isAsking, ...search }: WhoProps) {
  const { values, client, known } = edit;
  const hasMouse = useHasMouse();
  const kind = values.hasGuest ? 'guest' : values.client_id !== '' && client ? 'client' : 'nobody';
  const [first] = useState(kind);
  const [wasChosen, setWasChosen] = useState(false);
  if (kind !== first && !wasChosen) setWasChosen(true);
  const place = useArrivingFocus<HTMLDivElement>(wasChosen && kind === 'client');
  if (kind === 'guest') return <Guest edit={edit} wasChosen={wasChosen} />;
  if (kind === 'nobody')
    return <Search edit={edit} isArriving={isAsking || wasChosen || (edit.isNew && hasMouse)} {...search} />;
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      {client && (
        <ClientCard
          client={client}
          details={known.details}
          change={
            <ChangeButton
              of={client.name}
              onPress={() => edit.change({ client_id: '' }, { follow: ['service_ids', 'service_price'] })}
            />
          }
        />
      )}
    </div>
  );
}
