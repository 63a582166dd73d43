import { CalendarPlus, StickyNote, Trash2, UserX } from 'lucide-react';
import { useContext, useState } from 'react';
import type { ClientDetails } from '#contract/clients.ts';
import { fittingMessage } from '#domain/appointments/fitting-message.ts';
import { NOTES_MAX_CHARACTERS } from '#domain/limits.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { momentInWords } from '#domain/wording/dates.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { MessageLinks } from '../appointments/message-links.tsx';
import { NewAppointment } from '../appointments/new-appointment.tsx';
import { request } from '../lib/api.ts';
import { AppointmentDialogContext } from '../lib/appointment/dialog.ts';
import { useNow, useToday } from '../lib/clock/clock.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { type SubmitForm, useSubmitForm } from '../lib/forms/submit-form.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { EmailField, PasswordField, TextAreaField, TextField } from '../ui/field.tsx';
import { DialogActions, Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { NextAppointment, NextVisitOfClient, Visits } from './client-appointments.tsx';
import { CLIENT_FIELDS, clientErrors, KEPT_PASSWORD_HINT, NEW_PASSWORD_HINT } from './client-fields.tsx';

const STATUSES = [
  { value: '1', label: 'Aktivan' },
  { value: '0', label: 'Neaktivan' },
];

const valuesOf = ({ name, email, phone, city, active, notes }: ClientDetails) => ({
  name,
  email: email ?? '',
  phone: phone ?? '',
  city: city ?? '',
  active: String(active),
  notes: notes ?? '',
  password_hash: '',
});
type CardValues = ReturnType<typeof valuesOf>;

const bodyOf = ({ active, ...texts }: CardValues) => ({
  ...texts,
  active: active === '1' ? (1 as const) : (0 as const),
});

function DetailsFields({ client, form }: { client: ClientDetails; form: SubmitForm<CardValues> }) {
  const { field, values } = form;
  return (
    <section className="mt-6">
      <h3 className="mb-3 text-h2">Podaci</h3>
      <div className="grid items-start gap-4 md:grid-cols-2">
        <TextField {...field('name')} {...CLIENT_FIELDS.name} className="md:col-span-2" />
        <TextField {...field('phone')} {...CLIENT_FIELDS.phone} />
        <TextField {...field('city')} {...CLIENT_FIELDS.city} />
        <div className="md:col-span-2">
          <EmailField {...field('email')} {...CLIENT_FIELDS.email} />
        </div>
        <SelectField
          {...field('active')}
          label="Status"
          options={STATUSES}
          hint={values.active === '0' && 'Ne može da se prijavi. I dalje možete da zakazujete za nju.'}
        />
        <PasswordField
          {...field('password_hash')}
          {...CLIENT_FIELDS.password_hash}
          hint={client.has_login === 1 ? KEPT_PASSWORD_HINT : NEW_PASSWORD_HINT}
        />
        <div className="md:col-span-2">
          <TextAreaField
            {...field('notes')}
            label="Beleška"
            hint="Vidite je samo vi."
            maxCharacters={NOTES_MAX_CHARACTERS}
          />
        </div>
      </div>
    </section>
  );
}

function PrivateNote({ text, onAdd }: { text: string | null; onAdd: () => void }) {
  if (!text)
    return (
      <Button variant="text" isSmall onClick={onAdd} className="-ml-3 justify-self-start">
        Dodaj belešku
      </Button>
    );
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3">
      <StickyNote className="mt-0.5 shrink-0" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">{text}</span>
    </p>
  );
}

function Figures({ client }: { client: ClientDetails }) {
  const today = useToday();
  const main = [
    ['Posete', client.visits],
    ['Prihod (din)', client.revenue],
    ['Nedolasci', client.no_shows],
  ] as const;
  const cancelled = [
    ['Otkazivanja', client.cancellations],
    ['Kasna otkazivanja', client.late_cancellations],
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
      {client.last_visit && (
        <p className="border-t border-line bg-card px-3 py-2 text-label text-soft md:px-4">
          Poslednja poseta {momentInWords(client.last_visit, today)}
        </p>
      )}
    </div>
  );
}

function Contact({ client: { phone, city, no_shows, active } }: { client: ClientDetails }) {
  const contact = [phone, city].filter(Boolean).join(', ');
  return (
    <>
      {contact && <p className="-mt-2 mb-3 text-soft tabular-nums wrap-anywhere">{contact}</p>}
      {(no_shows > 0 || active === 0) && (
        <p className="mb-3 flex flex-wrap gap-2">
          {no_shows > 0 && (
            <Chip tone="warn">
              <UserX size={16} strokeWidth={2} className="shrink-0" />
              {counted(no_shows, NO_SHOWS)}
            </Chip>
          )}
          {active === 0 && <Chip tone="grey">Neaktivan</Chip>}
        </p>
      )}
    </>
  );
}

function Writing({ client: { name, next_appointment }, phone }: { client: ClientDetails; phone: string }) {
  const now = useNow();
  const next = now && next_appointment ? { ...next_appointment, status: 'BOOKED' as const } : null;
  const links = { phone, className: 'w-full' };
  if (!now || !next) return <PhoneLinks {...links} />;
  const { start_datetime, service_name } = next;
  const facts = { name, isClient: true, start_datetime, service_name };
  return <MessageLinks {...links} kind={fittingMessage(next, now)} facts={facts} />;
}

export interface ClientCardProps {
  client: ClientDetails;
  requestClose: () => void;
  onSaved: () => void;
}

/** Everything about a client: note, history and fields. The main button books, or saves after a change. */
export default function ClientCard({ client, requestClose, onSaved }: ClientCardProps) {
  const form = useSubmitForm({
    start: valuesOf(client),
    check: clientErrors,
    send: (values) => request('PUT /users/{id}', { params: { id: String(id) }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    refetches: true,
    onDone: onSaved,
  });
  const AppointmentDialog = useContext(AppointmentDialogContext);
  const [opened, setOpened] = useState<number | 'new' | 'deletion' | null>(null);
  const close = () => setOpened(null);
  const { id, name, phone, email } = client;
  const focusNote = () => form.ref.current?.querySelector('textarea')?.focus();
  return (
    <Form form={form}>
      <Contact client={client} />
      <div className="grid gap-3">
        {phone && <Writing client={client} phone={phone} />}
        <PrivateNote text={client.notes} onAdd={focusNote} />
        {client.next_appointment && <NextAppointment next={client.next_appointment} onOpen={setOpened} />}
        <Figures client={client} />
      </div>
      <NextVisitOfClient client={client} onBooked={requestClose} />
      <Visits client={client} onOpen={setOpened} />
      <DetailsFields client={client} form={form} />
      <Button
        icon={Trash2}
        variant="danger-text"
        isSmall
        onClick={() => setOpened('deletion')}
        className="mt-4 -ml-3"
      >
        Obriši
      </Button>
      <FormAlert className="has-[p]:mt-4" />
      <DialogActions>
        {form.isDirty || form.isBusy ? (
          <FormButtons giveUp="Otkaži" />
        ) : (
          <>
            <Button variant="quiet" onClick={requestClose}>
              Otkaži
            </Button>
            {client.active === 1 && (
              <Button icon={CalendarPlus} onClick={() => setOpened('new')}>
                Zakaži
              </Button>
            )}
          </>
        )}
      </DialogActions>
      {opened === 'new' && (
        <NewAppointment
          preset={{ person: { id, name, phone, email } }}
          onClose={close}
          onCreated={requestClose}
        />
      )}
      {opened === 'deletion' && (
        <ConfirmDeletion
          question={`Obrisati klijentkinju „${name}“? Lični podaci se brišu svuda, a statistika ostaje ista.`}
          send={() => request('DELETE /users/clients/{id}', { params: { id } })}
          done="Klijentkinja je obrisana."
          onDeleted={onSaved}
          fallback="Neuspešno brisanje."
          onClose={close}
        />
      )}
      {typeof opened === 'number' && AppointmentDialog && <AppointmentDialog id={opened} onClose={close} />}
    </Form>
  );
}
