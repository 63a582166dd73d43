import { useQuery } from '@tanstack/react-query';
import { CalendarClock, CalendarSync, Plus } from 'lucide-react';
import { useState } from 'react';
import type { TechnicianSwitch } from '#domain/accounts/roles.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import type { TechnicianId } from '#domain/ids.ts';
import {
  OWNERS_TECHNICIAN,
  TECHNICIAN_MAX_HUE,
  TECHNICIAN_NAME_MAX_CHARACTERS,
} from '#domain/technicians.ts';
import { SERVICES } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { useReorder } from '../lib/forms/reorder.tsx';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { settingsQuery, usePaymentsOn } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import type { Technician } from '../lib/queries/technicians.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { allTechniciansQuery, TECHNICIAN_IN_PATH, TechnicianDisc } from '../technicians/technicians.tsx';
import { Button, ButtonLink } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField, PasswordField, TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { List } from '../ui/list.tsx';
import { ListSkeleton } from '../ui/page.tsx';
import type { FieldState } from '../ui/use-form.ts';
import { sectionPath } from './sections.ts';
import { EditableItem } from './setting-rows.tsx';
import { PartHeading, SectionHead } from './settings-form.tsx';
import {
  ALL_SERVICES,
  isPercent,
  TechnicianServices,
  termsInField,
  termsOf,
  termsRefusal,
} from './technician-services.tsx';

type Row = Pick<Technician, 'name' | 'hue' | 'service_ids'> & Partial<Technician>;

/** What the owner allows her. docs/spec/behaviour.md §16.11 */
const SWITCHES = [
  ['sees_phones', 'Vidi telefone'],
  ['can_charge', 'Naplaćuje'],
  ['can_take_days_off', 'Unosi svoja odsustva'],
] as const satisfies readonly (readonly [TechnicianSwitch, string])[];
/** '1' or '0'. */
type Switches = Record<TechnicianSwitch, string>;

/** The typed values. `hue` is the number of a color; `service_ids` are separated by commas, or ALL_SERVICES. */
type Name = 'name' | 'hue' | 'service_ids' | 'terms' | 'bookable' | 'email' | 'password' | 'percent';
type Values = Record<Name, string> & Switches;

const HUES = Array.from({ length: TECHNICIAN_MAX_HUE + 1 }, (_, hue) => hue);

function Hues({ name, field }: { name: string; field: FieldState<string> }) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">Boja u kalendaru</legend>
      <div className="flex flex-wrap gap-2">
        {HUES.map((hue) => (
          <label
            key={hue}
            className="relative rounded-full p-1 has-checked:shadow-[0_0_0_2px_var(--color-link)] has-focus-visible:outline-2 has-focus-visible:outline-link"
          >
            <input
              type="radio"
              name={field.name}
              value={hue}
              aria-label={`Boja ${hue + 1}`}
              checked={field.value === String(hue)}
              onChange={() => field.onChange(String(hue))}
              className="absolute inset-0 m-0 size-full cursor-pointer opacity-0"
            />
            <TechnicianDisc technician={{ name: name || '?', hue }} isLarge />
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const valuesOf = ({ name, hue, service_ids, email, percent, ...row }: Row): Values => ({
  percent: String(percent ?? ''),
  name,
  hue: String(hue),
  service_ids: service_ids?.join() ?? ALL_SERVICES,
  terms: termsInField(row.terms),
  email: email ?? '',
  password: '',
  bookable: String(row.bookable ?? 1),
  sees_phones: String(row.sees_phones ?? 1),
  can_charge: String(row.can_charge ?? 0),
  can_take_days_off: String(row.can_take_days_off ?? 1),
});

const flagOf = (text: string): 0 | 1 => (text === '1' ? 1 : 0);

/** The request body for a technician. It omits email and password for the owner, who has a login already. */
const bodyOf = (
  { name, hue, service_ids, terms, bookable, email, password, percent, ...switches }: Values,
  isOwner: boolean,
) => ({
  name: name.trim(),
  bookable: flagOf(bookable),
  percent: percent.trim() === '' ? null : Number(percent),
  hue: Number(hue),
  service_ids: service_ids === ALL_SERVICES ? null : [...serviceIdsIn(service_ids)],
  terms: termsOf(terms, service_ids),
  ...(!isOwner && {
    email: email.trim() || null,
    password,
    sees_phones: flagOf(switches.sees_phones),
    can_charge: flagOf(switches.can_charge),
    can_take_days_off: flagOf(switches.can_take_days_off),
  }),
});

function TechnicianLinks({ id }: { id: TechnicianId }) {
  return (
    <>
      <ButtonLink
        icon={CalendarClock}
        to={`${paths.adminAppointments}?tab=sabloni&${TECHNICIAN_IN_PATH}=${id}`}
        variant="quiet"
        isSmall
      >
        Radno vreme
      </ButtonLink>
      <ButtonLink
        icon={CalendarSync}
        to={`${sectionPath('kalendar')}&${TECHNICIAN_IN_PATH}=${id}`}
        variant="quiet"
        isSmall
      >
        Kalendar na telefonu
      </ButtonLink>
    </>
  );
}

const leavingDialog = lazyPage(() => import('./leaving-dialog.tsx'));

function Edit({ row, onClose }: { row: Row; onClose: () => void }) {
  const { id, is_active = 1 } = row;
  const [isLeaving, setIsLeaving] = useState(false);
  const hasPayments = usePaymentsOn();
  const form = useSubmitForm({
    start: valuesOf(row),
    check: ({ name, service_ids, terms, percent }) => {
      if (name.trim() === '') return { fields: { name: 'Unesite ime.' } };
      if (!isPercent(percent)) return { fields: { percent: 'Od 0 do 100.' } };
      if (service_ids === '') return { fields: { service_ids: 'Izaberite bar jednu uslugu.' } };
      const refusal = termsRefusal(terms);
      return refusal ? { fields: { terms: refusal } } : null;
    },
    send: (values) =>
      id === undefined
        ? request('POST /technicians', { body: bodyOf(values, false) })
        : request('PUT /technicians/{id}', {
            params: { id },
            body: { ...bodyOf(values, id === OWNERS_TECHNICIAN), is_active: 1 },
          }),
    fallback: 'Greška pri čuvanju.',
    done: id === undefined ? 'Radnica je dodata.' : 'Podaci uspešno sačuvani.',
    refetches: true,
    onDone: onClose,
  });
  return (
    <Dialog title={id === undefined ? 'Nova radnica' : row.name} isWide="side" onClose={onClose}>
      <DialogForm form={form} submit={is_active ? 'Sačuvaj' : 'Ponovo radi ovde'}>
        <TextField
          {...form.field('name')}
          label="Ime i prezime"
          autoComplete="off"
          maxLength={TECHNICIAN_NAME_MAX_CHARACTERS}
          required
        />
        <Hues name={form.values.name} field={form.field('hue')} />
        <TechnicianServices
          field={form.field('service_ids')}
          terms={form.field('terms')}
          share={hasPayments ? form.values.percent : undefined}
        />
        <div>
          <Checkbox
            label="Može da se bira pri zakazivanju"
            isOn={form.values.bookable === '1'}
            onChange={(isOn) => form.field('bookable').onChange(isOn ? '1' : '0')}
          />
          <p className="text-small text-soft">Isključeno: upisujete je samo vi.</p>
        </div>
        {hasPayments && (
          <TextField
            {...form.field('percent')}
            label="Udeo (%)"
            inputMode="numeric"
            autoComplete="off"
            isOptional
            hint="Deo naplate koji joj pripada u obračunu. Prazno = bez obračuna."
          />
        )}
        {id !== OWNERS_TECHNICIAN && (
          <fieldset className="grid gap-3">
            <legend className="mb-1.5 text-small font-medium">Prijava</legend>
            <p className="text-small text-soft">Vidi svoj kalendar i svoje termine.</p>
            <EmailField {...form.field('email')} isOptional autoComplete="off" />
            <PasswordField
              {...form.field('password')}
              label="Lozinka"
              isOptional
              hint={row.email && 'Prazno = ostaje ista.'}
            />
            <div className="flex flex-wrap gap-x-6">
              {SWITCHES.map(([name, label]) => (
                <Checkbox
                  key={name}
                  label={label}
                  isOn={form.values[name] === '1'}
                  onChange={(isOn) => form.field(name).onChange(isOn ? '1' : '0')}
                />
              ))}
            </div>
          </fieldset>
        )}
        {id !== undefined && is_active === 1 && (
          <div className="flex flex-wrap justify-between gap-2">
            {!form.isDirty && <TechnicianLinks id={id} />}
            {id !== OWNERS_TECHNICIAN && (
              <Button variant="text" isSmall onClick={() => setIsLeaving(true)} className="text-error!">
                Više ne radi ovde
              </Button>
            )}
          </div>
        )}
      </DialogForm>
      {isLeaving && id !== undefined && (
        <LazyPart
          part={leavingDialog}
          props={{
            row: { id, name: row.name, email: row.email },
            onLeft: onClose,
            onClose: () => setIsLeaving(false),
          }}
        />
      )}
    </Dialog>
  );
}

const noteOf = ({ id, service_ids, email }: Technician): string =>
  [
    ...(id === OWNERS_TECHNICIAN ? ['vlasnica'] : []),
    service_ids === null ? 'sve usluge' : counted(service_ids.length, SERVICES),
    ...(id === OWNERS_TECHNICIAN ? [] : [email ? 'ima prijavu' : 'bez prijave']),
  ].join(', ');

/** The first color that no technician has; a repeated color if every color is taken. */
const nextHue = (all: readonly Technician[]): number =>
  HUES.find((hue) => all.every((one) => one.hue !== hue)) ?? all.length % HUES.length;

function Technicians({ all }: { all: readonly Technician[] }) {
  const [edited, setEdited] = useState<Row | null>(null);
  const active = all.filter(({ is_active }) => is_active === 1);
  const seesPhones = useQuery(settingsQuery()).data?.technicians_see_phones;
  const { list, buttonsOf, status } = useReorder({
    items: active,
    queryKey: allTechniciansQuery().queryKey,
    save: (ids) => request('PUT /technicians/order', { body: { ids } }),
  });
  const listOf = (rows: readonly Technician[]) =>
    rows.map((row) => (
      <EditableItem
        key={row.id}
        onEdit={() => setEdited(row)}
        before={<TechnicianDisc technician={row} isLarge />}
        title={<span className="font-medium">{row.name}</span>}
        note={noteOf(row)}
        beside={row.is_active === 1 && active.length > 1 && buttonsOf(row)}
      />
    ));
  return (
    <div className="max-w-client">
      <List ref={list}>{listOf(active)}</List>
      {status}
      {active.length > 1 && (
        <p className="mt-3 text-small text-soft">Redosled je i redosled kolona u kalendaru.</p>
      )}
      <Button
        icon={Plus}
        variant="quiet"
        onClick={() => setEdited({ name: '', hue: nextHue(all), service_ids: null, sees_phones: seesPhones })}
        className="mt-4 max-md:w-full"
      >
        Dodaj radnicu
      </Button>
      {all.length > active.length && (
        <section className="mt-8">
          <PartHeading className="mb-3 text-h3">Više ne rade ovde</PartHeading>
          <List>{listOf(all.filter(({ is_active }) => is_active === 0))}</List>
        </section>
      )}
      {edited && <Edit row={edited} onClose={() => setEdited(null)} />}
    </div>
  );
}

/** Settings: the technicians of the salon, in the order of the calendar's columns (docs/spec/behaviour.md §16.1). */
export default function TechniciansSection({ title }: { title: string }) {
  return (
    <>
      <SectionHead
        title={title}
        lead="Ko radi u salonu. Sa dve ili više radnica klijentkinje biraju kod koga zakazuju."
      />
      <Loaded
        query={useQuery(allTechniciansQuery())}
        fallback="Greška pri učitavanju podataka."
        skeleton={<ListSkeleton rows={2} />}
      >
        {(all) => <Technicians all={all} />}
      </Loaded>
    </>
  );
}
