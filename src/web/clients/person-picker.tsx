import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { Check, Search, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { CLIENT_PICKER_DEBOUNCE_MS, PHONE_PATTERN } from '#domain/limits.ts';
import { matchesSearch, searchText } from '#domain/search.ts';
import { errorText, request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import {
  NO_ACCOUNT,
  type PersonRef,
  type PickedPerson,
  peopleQueries,
} from '../lib/queries/people-queries.ts';
import { isTechnician } from '../lib/session/session.ts';
import { useDebounced } from '../ui/browser.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField, Field, type FieldTexts, TextField } from '../ui/field.tsx';
import { DialogForm } from '../ui/form.tsx';
import { PERSON_FIELDS } from './person-fields.tsx';

interface NewPersonDialogProps {
  /** The search text, from which the form takes a name or a phone number. */
  typed: string;
  onAdded: (person: PickedPerson) => void;
  onClose: () => void;
}

function NewClientDialog({ typed, onAdded, onClose }: NewPersonDialogProps) {
  const isPhone = typed !== '' && PHONE_PATTERN.test(typed);
  const form = useSubmitForm({
    start: { name: isPhone ? '' : typed, phone: isPhone ? typed : '', email: '' },
    check: ({ name }) => (name.trim() ? null : { fields: { name: 'Unesite ime.' } }),
    send: (body) => request('POST /users/clients', { body }),
    fallback: 'Neuspešno dodavanje.',
    refetches: true,
    onDone: ({ id, ...client }) => {
      onAdded({ ...client, client_id: id });
      onClose();
    },
  });
  return (
    <Dialog title="Nova klijentkinja" onClose={onClose} hasCloseButton={false}>
      <DialogForm form={form} submit="Dodaj klijenta">
        <TextField {...form.field('name')} {...PERSON_FIELDS.name} />
        <TextField {...form.field('phone')} {...PERSON_FIELDS.phone} />
        <EmailField {...form.field('email')} {...PERSON_FIELDS.email} hint="Nije obavezno." />
      </DialogForm>
    </Dialog>
  );
}

const joined = (...parts: (string | false | null | undefined)[]): string => parts.filter(Boolean).join(', ');

/** A person as an item of the combobox: the field shows `label`, the list shows the name and `note`. */
const choiceOf = (person: PickedPerson) => ({
  ...person,
  label: joined(person.name, person.phone),
  note: joined(
    joined(person.phone, person.email) || (isTechnician() ? '' : 'bez telefona'),
    person.client_id === null && NO_ACCOUNT,
  ),
});
type Choice = ReturnType<typeof choiceOf>;

const keyOf = ({ person_id, client_id }: PersonRef): string =>
  client_id === null ? `p${person_id}` : `c${client_id}`;

const POPUP = 'grid w-(--anchor-width) overflow-hidden rounded-card border border-line bg-card shadow-float';
const LIST = 'max-h-[min(var(--available-height),20rem)] overflow-y-auto overscroll-contain not-empty:py-1';
const ITEM =
  'grid min-h-13 cursor-pointer grid-cols-[1fr_auto] items-center gap-3 px-3.5 py-1.5 outline-none data-highlighted:bg-blush';

/** The list of found people. Rendered inside the dialog that contains the field, because a modal dialog covers everything outside. */
function Found({ status, onAdd }: { status: ReactNode; onAdd: (() => void) | null }) {
  return (
    <Combobox.Popup className={POPUP}>
      <Combobox.Status className="px-3.5 text-small text-soft not-empty:py-2.5">{status}</Combobox.Status>
      <Combobox.List className={LIST}>
        {(choice: Choice) => (
          <Combobox.Item key={keyOf(choice)} value={choice} className={ITEM}>
            <span className="min-w-0 wrap-break-word">
              <span className="font-medium">{choice.name}</span>
              <span className="block text-small text-soft">{choice.note}</span>
            </span>
            <Combobox.ItemIndicator className="text-link">
              <Check size={18} strokeWidth={2} />
            </Combobox.ItemIndicator>
          </Combobox.Item>
        )}
      </Combobox.List>
      {onAdd && (
        <div className="border-t border-line p-1">
          <NewClientButton onPress={onAdd} />
        </div>
      )}
    </Combobox.Popup>
  );
}

export interface PersonPickerProps extends Pick<FieldTexts, 'error' | 'className'> {
  chosen: PickedPerson | null;
  onChoose: (person: PickedPerson | null) => void;
  disabled?: boolean;
  /** Whether only people who are already known can be chosen. */
  isOfKnown?: boolean;
  /** Renders content under the field, in place of the small button that adds a client. */
  children?: (addClient: () => void) => ReactNode;
}

/** The people who match the typed text. Without text, if nobody is chosen, the clients of the latest bookings. */
function useFound(typed: string, isChosen: boolean) {
  const q = useDebounced(typed.trim(), CLIENT_PICKER_DEBOUNCE_MS);
  const query = useQuery(peopleQueries.found(q));
  const recent = useQuery({ ...peopleQueries.recent(), enabled: !isChosen }).data ?? [];
  const isUntyped = q === '' && typed === '';
  const isSettled = q === typed.trim() && !query.isPlaceholderData && !query.isFetching;
  const known = isUntyped && !isChosen && recent.length > 0 ? recent : query.data;
  // rows of an earlier search are shown only if they match the typed text
  const data = isSettled
    ? known
    : known?.filter(({ name, phone, email }) =>
        matchesSearch(typed, searchText([name, email ?? null], phone)),
      );
  return { ...query, data, isSettled };
}

function statusOf({ data, error, isSettled }: ReturnType<typeof useFound>, typed: string): string | null {
  if (error) return errorText(error, 'Greška pri učitavanju korisnika.');
  if (!isSettled) return 'Traženje…';
  if (data?.length) return null;
  return typed.trim() ? 'Nema takve klijentkinje.' : 'Još nema klijentkinja.';
}

function NewClientButton({ onPress }: { onPress: () => void }) {
  if (isTechnician()) return null;
  return (
    <button
      type="button"
      onClick={onPress}
      className="min-h-11 rounded-card px-2.5 text-small font-semibold text-link transition-colors hover:bg-blush"
    >
      Nova klijentkinja
    </button>
  );
}

/** A field that finds a person by name, phone, email or city, or adds a client. */
export function PersonPicker(props: PersonPickerProps) {
  const { chosen, onChoose, disabled = false, isOfKnown = false, children, ...field } = props;
  const [typed, setTyped] = useState('');
  const [isOpen, setIsOpen] = useState(false);
  const [isAdding, setIsAdding] = useState(false);
  const lastTyped = useRef('');
  const place = useRef<HTMLDivElement>(null);
  const found = useFound(typed, chosen !== null);
  const type = (text: string) => {
    // keeps the text for the form of a new client, because the control clears its text on blur
    if (text !== '') lastTyped.current = text;
    setTyped(text);
  };
  const choose = (person: PickedPerson | null) => {
    lastTyped.current = '';
    onChoose(person);
  };
  const add = () => setIsAdding(true);
  const addFromList = () => {
    place.current?.querySelector('input')?.focus();
    setIsOpen(false);
    add();
  };
  const aside = !disabled && !isOfKnown && !children && (
    <span className="-my-2.5 -mr-2.5">
      <NewClientButton onPress={add} />
    </span>
  );
  return (
    <>
      <Field {...field} label="Klijent" aside={aside}>
        {(wiring) => (
          <div ref={place} className="relative">
            <Combobox.Root
              items={(found.data ?? []).map(choiceOf)}
              open={isOpen}
              onOpenChange={setIsOpen}
              value={chosen && choiceOf(chosen)}
              onValueChange={choose}
              onInputValueChange={(text, { reason }) => type(reason === 'input-change' ? text : '')}
              itemToStringLabel={({ label }: Choice) => label}
              isItemEqualToValue={(a: Choice, b: Choice) => keyOf(a) === keyOf(b)}
              filter={null}
              disabled={disabled}
            >
              <Combobox.Input
                {...wiring}
                placeholder={isTechnician() ? 'Ime i prezime' : 'Ime, telefon ili email'}
                className="control pr-12"
              />
              {chosen === null || disabled ? (
                <Search className="pointer-events-none absolute top-3.5 right-3.5 text-soft" />
              ) : (
                <Combobox.Clear
                  aria-label="Ukloni"
                  className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
                >
                  <X />
                </Combobox.Clear>
              )}
              <Combobox.Portal container={place}>
                <Combobox.Positioner positionMethod="fixed" sideOffset={6} className="z-30">
                  <Found status={statusOf(found, typed)} onAdd={isOfKnown ? null : addFromList} />
                </Combobox.Positioner>
              </Combobox.Portal>
            </Combobox.Root>
          </div>
        )}
      </Field>
      {children?.(add)}
      {isAdding && (
        <NewClientDialog
          typed={lastTyped.current.trim()}
          onAdded={choose}
          onClose={() => setIsAdding(false)}
        />
      )}
    </>
  );
}
