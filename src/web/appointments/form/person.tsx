import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { StickyNote, User, UserPlus } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { NAME_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { recentDay } from '#domain/wording/near-days.ts';
import { counted } from '#domain/wording/numbers.ts';
import { clientQueries } from '../../lib/queries/admin-queries.ts';
import { Failed } from '../../lib/queries/loaded.tsx';
import { isTechnician } from '../../lib/session/technician.ts';
import { useHasMouse } from '../../ui/browser.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { TextField, type TextFieldProps } from '../../ui/field.tsx';
import { Initials, LIST_ROW, List, ListRow } from '../../ui/list.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Warning } from '../../ui/warning.tsx';
import { ClientPicker, type PickedClient } from '../client-picker.tsx';
import { useWaiting } from '../offer-again.tsx';
import type { EditProps } from './use-appointment-form.ts';

const SHOWN_COUNT = 6;

const HEADING = 'font-text text-small font-semibold text-soft';

/** The clients of the latest bookings; a tap chooses one. Renders nothing if they can't be loaded. */
function RecentClients({ edit }: EditProps) {
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
                  onClick={() => edit.chooseClient(client)}
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
                          {recentDay(dateOf(client.recent_start), dateOf(edit.now))}
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

/** The owner's note about a client. Screen readers read `label` before it. */
export function PrivateNote({ text, label, className }: { text: string; label: string; className: string }) {
  return (
    <p className={cx('flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small', className)}>
      <StickyNote className="shrink-0 text-link" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">
        <span className="sr-only">{label}: </span>
        {text}
      </span>
    </p>
  );
}

interface ClientCardProps {
  client: PickedClient;
  details: UseQueryResult<ResponseBody<'GET /users/{id}'>>;
  /** Called by the button that chooses another client. */
  onChange: () => void;
}

export function ClientCard({ client, details, onChange }: ClientCardProps) {
  const { data, error } = details;
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
        <ChangeButton of={client.name} onPress={onChange} />
      </div>
      {error && !data && <Failed query={details} fallback="Beleška o klijentkinji nije učitana." />}
      {data?.notes && <PrivateNote text={data.notes} label="Beleška" className="font-medium" />}
      {data?.no_shows ? <Warning>{counted(data.no_shows, NO_SHOWS)}</Warning> : null}
    </div>
  );
}

/** The button that replaces the chosen person. `of` names the person for screen readers. */
function ChangeButton({ of, onPress }: { of: string; onPress: () => void }) {
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

/** The clients and guests who wait for the day and technician of a slot; a tap chooses one. */
export function WaitingPeople({ edit, slot }: EditProps & { slot: Appointment }) {
  const waiting = useWaiting(slot);
  if (waiting.length === 0) return null;
  const choose = ({ client_id, name, phone }: (typeof waiting)[number]) =>
    client_id === null
      ? edit.fill({ hasGuest: 'yes', guest_name: name, guest_phone: phone ?? '' })
      : edit.chooseClient({ id: client_id, name, phone });
  return (
    <section aria-labelledby="cekaju">
      <h4 id="cekaju" className={HEADING}>
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

/** A button that opens all rows of the form, because the choice of another person can also change services, status and note. */
export function EditAll({ edit }: EditProps) {
  return (
    <Button variant="text" onClick={() => edit.open()} className="-mr-3 shrink-0">
      Izmeni
    </Button>
  );
}

function GuestFields({
  edit,
  ...more
}: EditProps & Pick<TextFieldProps, 'placeholder' | 'disabled' | 'hint'>) {
  const field = (name: 'guest_name' | 'guest_phone') => ({
    ...edit.field(name),
    onChange: (value: string) => edit.fill({ [name]: value }),
    autoComplete: 'off',
    ...more,
  });
  return (
    <>
      <TextField
        {...field('guest_name')}
        label="Ime gosta"
        autoCapitalize="words"
        maxLength={NAME_MAX_CHARACTERS}
      />
      <TextField
        {...field('guest_phone')}
        label="Telefon gosta"
        type="tel"
        maxLength={PHONE_MAX_CHARACTERS}
      />
    </>
  );
}

/** The fields for client and guest; read-only in a canceled appointment. */
export function PersonFields({ edit }: EditProps) {
  const isFixed = edit.values.status === 'CANCELLED';
  return (
    <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-4">
      <ClientPicker
        chosen={edit.values.client_id === '' ? null : edit.client}
        onChoose={edit.chooseClient}
        disabled={isFixed}
        error={edit.field('client_id').error}
        className="col-span-full"
      />
      <GuestFields edit={edit} placeholder="Nije upisan" disabled={isFixed} />
    </div>
  );
}

function Search({ edit }: EditProps) {
  return (
    <ClientPicker
      chosen={null}
      onChoose={(client) => client && edit.chooseClient(client)}
      error={edit.field('client_id').error}
    >
      {(addClient) => (
        <div className="flex flex-wrap gap-2 *:max-w-full *:flex-[1_0_auto]">
          {!isTechnician() && (
            <Button icon={UserPlus} variant="quiet" onClick={addClient}>
              Nova klijentkinja
            </Button>
          )}
          <Button icon={User} variant="quiet" onClick={() => edit.fill({ hasGuest: 'yes' })}>
            Gost
          </Button>
        </div>
      )}
    </ClientPicker>
  );
}

const NO_GUEST = { hasGuest: '', guest_name: '', guest_phone: '' } as const;

function Guest({ edit }: EditProps) {
  return (
    <fieldset
      tabIndex={-1}
      aria-label="Gost"
      className="rounded-card border border-edge px-4 py-3 outline-none"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="font-display text-h3 font-[460]">Gost</p>
        <ChangeButton of="gost" onPress={() => edit.change(NO_GUEST)} />
      </div>
      <div className="mt-1 grid gap-3 md:grid-cols-2">
        <GuestFields edit={edit} hint="Nije obavezno." />
      </div>
    </fieldset>
  );
}

/** Focuses the first field of its children. On a device without a mouse, focuses their fieldset instead, because a focused field opens the on-screen keyboard. */
function Place({ isArriving, children }: { isArriving: boolean; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const hasMouse = useHasMouse();
  useEffect(() => {
    if (!isArriving) return;
    const field = place.current?.querySelector<HTMLElement>(hasMouse ? 'input' : 'fieldset');
    (field ?? place.current)?.focus();
  }, [isArriving, hasMouse]);
  return (
    <div ref={place} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      {children}
    </div>
  );
}

/** The client or guest of a booking, or else a search for one. `isAsking`: focuses the search and shows recent clients. */
export function Who({ edit, isAsking = false }: EditProps & { isAsking?: boolean }) {
  const { values, client, known, isNew } = edit;
  const hasMouse = useHasMouse();
  const kind = values.hasGuest ? 'guest' : values.client_id !== '' && client ? 'client' : 'nobody';
  const [first] = useState(kind);
  const [wasChosen, setWasChosen] = useState(false);
  if (kind !== first && !wasChosen) setWasChosen(true);
  const isSearch = kind === 'nobody' && (isAsking || (isNew && hasMouse));
  return (
    <Place key={kind} isArriving={wasChosen || isSearch}>
      {kind === 'guest' && <Guest edit={edit} />}
      {kind === 'client' && client && (
        <ClientCard
          client={client}
          details={known.details}
          onChange={() => edit.change({ client_id: '', service_ids: undefined, service_price: undefined })}
        />
      )}
      {kind === 'nobody' && <Search edit={edit} />}
      {kind === 'nobody' && (isNew || isAsking) && <RecentClients edit={edit} />}
    </Place>
  );
}
