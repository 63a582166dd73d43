import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { Lock, User, UserPlus, Zap } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import type { PersonDetails } from '#contract/people.ts';
import { startNow } from '#domain/appointments/room.ts';
import { EMAIL_MAX_CHARACTERS, NAME_MAX_CHARACTERS, PHONE_MAX_CHARACTERS } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { recentDay } from '#domain/wording/near-days.ts';
import { counted } from '#domain/wording/numbers.ts';
import { PersonPicker } from '../../clients/person-picker.tsx';
import { FOR_STAFF, PrivateNote } from '../../clients/private-note.tsx';
import { useHasMouse } from '../../lib/device/owners-screen.ts';
import { Failed } from '../../lib/queries/loaded.tsx';
import { NO_ACCOUNT, type PickedPerson, peopleQueries } from '../../lib/queries/people-queries.ts';
import { isTechnician } from '../../lib/session/session.ts';
import { Button } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { TextField, type TextFieldProps } from '../../ui/field.tsx';
import { Initials, LIST_ROW, List, ListRow } from '../../ui/list.tsx';
import { ListSkeleton } from '../../ui/page.tsx';
import { Warning } from '../../ui/warning.tsx';
import { useWaiting } from '../offer-again.tsx';
import type { EditProps } from './use-appointment-form.ts';

const SHOWN_COUNT = 6;

const HEADING = 'font-text text-small font-semibold text-soft';

/** The clients of the latest bookings; a tap chooses one. Renders nothing if they can't be loaded. */
function RecentClients({ edit }: EditProps) {
  const { data, isPending } = useQuery(peopleQueries.recent());
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
              <li key={client.client_id}>
                <button
                  type="button"
                  onClick={() => edit.choosePerson(client)}
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

interface PersonCardProps {
  person: PickedPerson;
  details: UseQueryResult<PersonDetails>;
  /** Called by the button that chooses another person. */
  onChange: () => void;
}

function PersonCard({ person, details, onChange }: PersonCardProps) {
  const { data, error } = details;
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-17 flex-wrap items-center gap-x-3 rounded-card border border-edge px-4 py-3">
        <Initials of={person.name} />
        <p className="min-w-0 flex-1 basis-24 wrap-break-word">
          <span className="block font-display text-h3 font-[460]">{person.name}</span>
          <span className="block text-small whitespace-nowrap text-soft">
            {[person.phone ?? 'bez telefona', person.client_id === null && NO_ACCOUNT]
              .filter(Boolean)
              .join(', ')}
          </span>
        </p>
        <ChangeButton of={person.name} onPress={onChange} />
      </div>
      {error && !data && <Failed query={details} fallback="Beleška o klijentkinji nije učitana." />}
      {data?.staff_note && <PrivateNote text={data.staff_note} label={FOR_STAFF} className="font-medium" />}
      {data?.notes && <PrivateNote text={data.notes} label="Beleška" className="font-medium" />}
      {data?.no_shows ? <Warning>{counted(data.no_shows, NO_SHOWS)}</Warning> : null}
    </div>
  );
}

/** The button that replaces the chosen person. `of` names the person for screen readers. */
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

/** The clients and guests who wait for the day and technician of a slot; a tap chooses one. */
export function WaitingPeople({ edit, slot }: EditProps & { slot: Appointment }) {
  const waiting = useWaiting(slot);
  if (waiting.length === 0) return null;
  const choose = ({ client_id, name, phone }: (typeof waiting)[number]) =>
    client_id === null
      ? edit.fill({ hasGuest: 'yes', guest_name: name, guest_phone: phone ?? '' })
      : edit.choosePerson({ person_id: null, client_id, name, phone });
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
    onChange: (value: string) => edit.fill({ [name]: value, person_id: '' }), // typed words are no longer the chosen person's
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
      {edit.values.client_id === '' && !isTechnician() && (
        <TextField
          {...edit.field('guest_email')}
          {...more}
          label="Email gosta"
          type="email"
          autoComplete="off"
          maxLength={EMAIL_MAX_CHARACTERS}
        />
      )}
    </>
  );
}

/** Whether a known person was chosen, and not a guest typed. */
const isKnown = ({ client_id, person_id }: EditProps['edit']['values']): boolean =>
  client_id !== '' || person_id !== '';

/** The fields for a known person and for a guest; read-only in a canceled appointment. */
export function PersonFields({ edit }: EditProps) {
  const isFixed = edit.values.status === 'CANCELLED';
  return (
    <div className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-4">
      <PersonPicker
        chosen={isKnown(edit.values) ? edit.client : null}
        onChoose={edit.choosePerson}
        disabled={isFixed}
        error={edit.field('client_id').error}
        className="col-span-full"
      />
      <GuestFields edit={edit} placeholder="Nije upisan" disabled={isFixed} />
    </div>
  );
}

const BLOCK_MINUTES = '30';

/** A guest who is in the salon now, and a time in which nobody can be booked: each needs no other choice. */
function AtOnce({ edit: { base, change, fill, values, now } }: EditProps) {
  const block = () =>
    change({ status: 'BLOCKED', when: 'other', date: base.date || dateOf(now), duration: BLOCK_MINUTES });
  return (
    <>
      {values.when === 'free' && startNow(now) && (
        <Button
          icon={Zap}
          variant="quiet"
          aria-description="gost koji je u salonu"
          onClick={() => fill({ hasGuest: 'yes', when: 'now' })}
        >
          Sada
        </Button>
      )}
      <Button icon={Lock} variant="quiet" onClick={block}>
        Blokiraj
      </Button>
    </>
  );
}

function Search({ edit }: EditProps) {
  return (
    <PersonPicker
      chosen={null}
      onChoose={(person) => person && edit.choosePerson(person)}
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
          {edit.isNew && edit.values.when !== 'given' && <AtOnce edit={edit} />}
        </div>
      )}
    </PersonPicker>
  );
}

const NO_GUEST = { hasGuest: '', guest_name: '', guest_phone: '', guest_email: '' } as const;

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
      <div className="mt-1 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3">
        <GuestFields edit={edit} hint="Nije obavezno." />
      </div>
    </fieldset>
  );
}

/** Focuses the first field of its children. On a device without a mouse, focuses their fieldset instead, because a focused field opens the on-screen keyboard. */
function FocusOnArrival({ isArriving, children }: { isArriving: boolean; children: ReactNode }) {
  const region = useRef<HTMLDivElement>(null);
  const hasMouse = useHasMouse();
  useEffect(() => {
    if (!isArriving) return;
    const field = region.current?.querySelector<HTMLElement>(hasMouse ? 'input' : 'fieldset');
    (field ?? region.current)?.focus();
  }, [isArriving, hasMouse]);
  return (
    <div ref={region} tabIndex={-1} className="grid grid-cols-1 gap-3 outline-none">
      {children}
    </div>
  );
}

/** The client or guest of a booking, or else a search for one. `isAsking`: focuses the search and shows recent clients. */
export function Who({ edit, isAsking = false }: EditProps & { isAsking?: boolean }) {
  const { values, client, known, isNew } = edit;
  const hasMouse = useHasMouse();
  const kind = values.hasGuest ? 'guest' : isKnown(values) && client ? 'known' : 'nobody';
  const [first] = useState(kind);
  const [wasChosen, setWasChosen] = useState(false);
  if (kind !== first && !wasChosen) setWasChosen(true);
  const isSearch = kind === 'nobody' && (isAsking || (isNew && hasMouse));
  return (
    <FocusOnArrival key={kind} isArriving={wasChosen || isSearch}>
      {kind === 'guest' && <Guest edit={edit} />}
      {kind === 'known' && client && (
        <PersonCard
          person={client}
          details={known.details}
          onChange={() =>
            edit.change({
              ...NO_GUEST,
              client_id: '',
              person_id: '',
              service_ids: undefined,
              service_price: undefined,
            })
          }
        />
      )}
      {kind === 'nobody' && <Search edit={edit} />}
      {kind === 'nobody' && (isNew || isAsking) && <RecentClients edit={edit} />}
    </FocusOnArrival>
  );
}
