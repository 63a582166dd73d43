import { CalendarPlus, UserX } from 'lucide-react';
import { useContext, useState } from 'react';
import type { PersonDetails } from '#contract/people.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { NOTES_MAX_CHARACTERS, STAFF_NOTE_MAX_CHARACTERS } from '#domain/limits.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { momentInWords } from '#domain/wording/dates.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { AppointmentDialogs } from '../lib/appointment/dialogs.ts';
import { MessageLinks } from '../lib/appointment/message-links.tsx';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { AskBeforeLeaving } from '../lib/forms/ask-before-leaving.tsx';
import { type SubmitForm, useSubmitForm } from '../lib/forms/submit-form.ts';
import { asPicked, NO_ACCOUNT } from '../lib/queries/people-queries.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { EmailField, PasswordField, TextAreaField, TextField } from '../ui/field.tsx';
import { DialogActions, Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { PersonActs } from './person-acts.tsx';
import {
  Deposits,
  LastWorkOf,
  Marks,
  NextAppointment,
  NextVisitOfPerson,
  Visits,
} from './person-appointments.tsx';
import { KEPT_PASSWORD_HINT, NEW_PASSWORD_HINT, PERSON_FIELDS, personErrors } from './person-fields.tsx';
import { FOR_STAFF, PrivateNote } from './private-note.tsx';

const STATUSES = [
  { value: '1', label: 'Aktivan' },
  { value: '0', label: 'Neaktivan' },
];

const valuesOf = (person: PersonDetails) => {
  const { name, email, phone, city, active, notes, staff_note, call_only } = person;
  return {
    name,
    email: email ?? '',
    phone: phone ?? '',
    city: city ?? '',
    active: String(active),
    notes: notes ?? '',
    staff_note: staff_note ?? '',
    call_only: String(call_only),
    password_hash: '',
  };
};
type CardValues = ReturnType<typeof valuesOf>;

const isOn = (value: string) => (value === '1' ? (1 as const) : (0 as const));

/** Saves the card, then what belongs to the account. */
async function save(
  person: PersonDetails,
  { active, password_hash, call_only, ...card }: CardValues,
): Promise<void> {
  const { id, client_id } = person;
  const body = { ...card, call_only: isOn(call_only) };
  await request('PUT /people/{id}', { params: { id }, body });
  if (client_id === null || (active === String(person.active) && password_hash === '')) return;
  const account = { active: isOn(active), password_hash };
  await request('PUT /users/{id}', { params: { id: String(client_id) }, body: account });
}

interface FieldsProps {
  person: PersonDetails;
  form: SubmitForm<CardValues, void>;
}

function AccountFields({ person, form: { field, values } }: FieldsProps) {
  return (
    <>
      <SelectField
        {...field('active')}
        label="Status"
        options={STATUSES}
        hint={values.active === '0' && 'Ne može da se prijavi. I dalje možete da zakazujete za nju.'}
      />
      <PasswordField
        {...field('password_hash')}
        {...PERSON_FIELDS.password_hash}
        hint={person.has_login === 1 ? KEPT_PASSWORD_HINT : NEW_PASSWORD_HINT}
      />
    </>
  );
}

function DetailsFields({ person, form }: FieldsProps) {
  const { field } = form;
  const callOnly = field('call_only');
  return (
    <section className="mt-6">
      <h3 className="mb-3 text-h2">Podaci</h3>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField {...field('name')} {...PERSON_FIELDS.name} className="md:col-span-2" />
        <TextField {...field('phone')} {...PERSON_FIELDS.phone} />
        <TextField {...field('city')} {...PERSON_FIELDS.city} />
        <div className="md:col-span-2">
          <EmailField {...field('email')} {...PERSON_FIELDS.email} />
        </div>
        {person.client_id !== null && <AccountFields person={person} form={form} />}
        <div className="grid gap-4 md:col-span-2">
          <TextAreaField
            {...field('notes')}
            label="Beleška"
            hint="Vidite je samo vi."
            maxCharacters={NOTES_MAX_CHARACTERS}
          />
          <TextAreaField
            {...field('staff_note')}
            label={FOR_STAFF}
            rows={2}
            hint="Na primer alergija. Vide je i radnice: u terminu, kalendaru i štampi. Ona je ne vidi."
            maxCharacters={STAFF_NOTE_MAX_CHARACTERS}
          />
          <Switch
            label="Zakazuje samo pozivom"
            isOn={callOnly.value === '1'}
            onChange={(isCallOnly) => callOnly.onChange(isCallOnly ? '1' : '0')}
          />
        </div>
      </div>
    </section>
  );
}

function Notes({ person: { notes, staff_note }, onAdd }: { person: PersonDetails; onAdd: () => void }) {
  return (
    <>
      {staff_note && <PrivateNote text={staff_note} label={FOR_STAFF} isLabelled />}
      {notes ? (
        <PrivateNote text={notes} label="Samo vi" isLabelled />
      ) : (
        <Button variant="text" isSmall onClick={onAdd} className="-ml-3 justify-self-start">
          Dodaj belešku
        </Button>
      )}
    </>
  );
}

function Figures({ person }: { person: PersonDetails }) {
  const today = useToday();
  const main = [
    ['Posete', person.visits],
    ['Prihod (din)', person.revenue],
    ['Nedolasci', person.no_shows],
  ] as const;
  const cancelled = [
    ['Otkazivanja', person.cancellations],
    ['Kasna otkazivanja', person.late_cancellations],
  ] as const;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-line">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))] gap-px bg-line">
        {main.map(([name, count]) => (
          <div key={name} className="bg-card px-3 py-3 md:px-4">
            <dt className="text-label text-soft">{name}</dt>
            <dd className="mt-0.5 font-display text-h2 font-[440] wrap-anywhere tabular-nums">
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      <dl className="mt-px grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-px bg-line">
        {cancelled.map(([name, count]) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-2 bg-card px-3 py-2 md:px-4"
          >
            <dt className="text-label text-soft">{name}</dt>
            <dd className={cx('text-small font-semibold tabular-nums', count === 0 && 'text-soft')}>
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      {person.last_visit && (
        <p className="border-t border-line bg-card px-3 py-2 text-label text-soft md:px-4">
          Poslednja poseta {momentInWords(person.last_visit, today)}
        </p>
      )}
    </div>
  );
}

function Contact({ person: { phone, city, no_shows, active, client_id } }: { person: PersonDetails }) {
  const contact = [phone, city].filter(Boolean).join(', ');
  return (
    <>
      {contact && <p className="-mt-2 mb-3 text-soft tabular-nums wrap-anywhere">{contact}</p>}
      {(no_shows > 0 || active === 0 || client_id === null) && (
        <p className="mb-3 flex flex-wrap gap-2">
          {no_shows > 0 && (
            <Chip tone="warn">
              <UserX size={16} strokeWidth={2} className="shrink-0" />
              {counted(no_shows, NO_SHOWS)}
            </Chip>
          )}
          {client_id === null && <Chip tone="line">{NO_ACCOUNT}</Chip>}
          {active === 0 && <Chip tone="grey">Neaktivan</Chip>}
        </p>
      )}
    </>
  );
}

function Writing({ person, phone }: { person: PersonDetails; phone: string }) {
  const { name, next_appointment, client_id } = person;
  const now = useNow();
  const next = now && next_appointment ? { ...next_appointment, status: 'BOOKED' as const } : null;
  const links = { phone, className: 'w-full' };
  if (!now || !next) return <PhoneLinks {...links} />;
  const { start_datetime, service_name } = next;
  const facts = { name, isClient: client_id !== null, start_datetime, service_name };
  return <MessageLinks {...links} kind={fittingMessage(next, now)} facts={facts} />;
}

export interface PersonCardProps {
  person: PersonDetails;
  isInPanel: boolean;
  requestClose: () => void;
  onSaved: () => void;
}

/** Everything about a person: notes, history and fields. The main button books, or saves after a change. */
export default function PersonCard({ person, isInPanel, requestClose, onSaved }: PersonCardProps) {
  const form = useSubmitForm({
    start: valuesOf(person),
    check: personErrors,
    send: (values) => save(person, values),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    refetches: true,
    onDone: onSaved,
  });
  const dialogs = useContext(AppointmentDialogs);
  const [opened, setOpened] = useState<number | 'new' | null>(null);
  const close = () => setOpened(null);
  const focusNote = () => form.ref.current?.querySelector('textarea')?.focus();
  return (
    <Form form={form}>
      {isInPanel && form.isDirty && <AskBeforeLeaving isInPanel />}
      <Contact person={person} />
      <div className="grid gap-3">
        {person.phone && <Writing person={person} phone={person.phone} />}
        <LastWorkOf person={person} />
        <Notes person={person} onAdd={focusNote} />
        {person.next_appointment && <NextAppointment next={person.next_appointment} onOpen={setOpened} />}
        <Figures person={person} />
      </div>
      <NextVisitOfPerson person={person} onBooked={requestClose} />
      {dialogs && <dialogs.Holdings person={person} />}
      <Visits person={person} onOpen={setOpened} />
      <Deposits person={person} onOpen={setOpened} />
      <Marks person={person} />
      <DetailsFields person={person} form={form} />
      <PersonActs person={person} onGone={onSaved} />
      <FormAlert className="has-[p]:mt-4" />
      <DialogActions>
        {form.isDirty || form.isBusy ? (
          <FormButtons giveUp="Otkaži" />
        ) : (
          <>
            <Button variant="quiet" onClick={requestClose}>
              Otkaži
            </Button>
            {person.active === 1 && (
              <Button icon={CalendarPlus} onClick={() => setOpened('new')}>
                Zakaži
              </Button>
            )}
          </>
        )}
      </DialogActions>
      {opened === 'new' && dialogs && (
        <dialogs.New preset={{ person: asPicked(person) }} onClose={close} onCreated={requestClose} />
      )}
      {typeof opened === 'number' && dialogs && <dialogs.Opened id={opened} onClose={close} />}
    </Form>
  );
}
