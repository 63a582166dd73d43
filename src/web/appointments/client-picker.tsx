import { Combobox } from '@base-ui/react/combobox';
import { useQuery } from '@tanstack/react-query';
import { Check, Search, X } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CLIENT_PICKER_DEBOUNCE_MS } from '#domain/limits.ts';
import { matchesSearch, searchText } from '#domain/search.ts';
import { errorText } from '../lib/errors.ts';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { isTechnician } from '../lib/session/technician.ts';
import { useDebounced } from '../ui/browser.ts';
import { Field, type FieldTexts } from '../ui/field.tsx';
import { NewClientDialog, type PickedClient } from './new-client-dialog.tsx';

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

/** `label` is shown in the control, `title` and `note` in the list. */
const choiceOf = (client: PickedClient) => ({
  ...client,
  label: joined(client.name, client.phone),
  title: client.name,
  note: joined(client.phone, client.email) || (isTechnician() ? '' : 'bez telefona'),
});
type Choice = ReturnType<typeof choiceOf>;

interface SearchFieldProps extends FieldTexts {
  chosen: Choice | null;
  onChoose: (choice: Choice | null) => void;
  found: readonly Choice[];
  onType: (text: string) => void;
  /** Searching, nothing found, failed: read out when it changes. */
  status: ReactNode;
  /** Under the list, e.g. a button that adds what was not found; `leave` folds the list and goes back to the control. */
  footer?: (leave: () => void) => ReactNode;
  placeholder?: string;
  disabled?: boolean;
}

const POPUP = 'grid w-(--anchor-width) overflow-hidden rounded-card border border-line bg-card shadow-float';
const LIST = 'max-h-[min(var(--available-height),20rem)] overflow-y-auto overscroll-contain not-empty:py-1';
const ITEM =
  'grid min-h-13 cursor-pointer grid-cols-[1fr_auto] items-center gap-3 px-3.5 py-1.5 outline-none data-highlighted:bg-blush';

/** The list of what was found, inside the dialog where the field stands: above a native dialog nothing else shows. */
function Found({ status, footer }: { status: ReactNode; footer: ReactNode }) {
  return (
    <Combobox.Popup className={POPUP}>
      <Combobox.Status className="px-3.5 text-small text-soft not-empty:py-2.5">{status}</Combobox.Status>
      <Combobox.List className={LIST}>
        {(choice: Choice) => (
          <Combobox.Item key={choice.id} value={choice} className={ITEM}>
            <span className="min-w-0 wrap-break-word">
              <span className="font-medium">{choice.title}</span>
              <span className="block text-small text-soft">{choice.note}</span>
            </span>
            <Combobox.ItemIndicator className="text-link">
              <Check aria-hidden="true" size={18} />
            </Combobox.ItemIndicator>
          </Combobox.Item>
        )}
      </Combobox.List>
      {footer && <div className="border-t border-line p-1">{footer}</div>}
    </Combobox.Popup>
  );
}

/** One of many, found by typing; the parent fetches what was found. */
function SearchField({
  chosen,
  onChoose,
  found,
  onType,
  status,
  footer,
  placeholder,
  disabled = false,
  ...field
}: SearchFieldProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const leave = () => {
    place.current?.querySelector('input')?.focus();
    setIsOpen(false);
  };
  return (
    <Field {...field}>
      {(wiring) => (
        <div ref={place} className="relative">
          <Combobox.Root
            items={found}
            open={isOpen}
            onOpenChange={setIsOpen}
            value={chosen}
            onValueChange={(choice: Choice | null) => onChoose(choice)}
            onInputValueChange={(text, { reason }) => onType(reason === 'input-change' ? text : '')}
            itemToStringLabel={({ label }: Choice) => label}
            isItemEqualToValue={(a: Choice, b: Choice) => a.id === b.id}
            filter={null}
            disabled={disabled}
          >
            <Combobox.Input {...wiring} placeholder={placeholder} className="control pr-12" />
            {chosen === null || disabled ? (
              <Search
                aria-hidden="true"
                size={20}
                strokeWidth={1.75}
                className="pointer-events-none absolute top-3.5 right-3.5 text-soft"
              />
            ) : (
              <Combobox.Clear
                aria-label="Ukloni"
                className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
              >
                <X aria-hidden="true" size={20} strokeWidth={1.75} />
              </Combobox.Clear>
            )}
            <Combobox.Portal container={place}>
              <Combobox.Positioner positionMethod="fixed" sideOffset={6} className="z-30">
                <Found status={status} footer={footer?.(leave)} />
              </Combobox.Positioner>
            </Combobox.Portal>
          </Combobox.Root>
        </div>
      )}
    </Field>
  );
}

export interface ClientPickerProps extends Pick<FieldTexts, 'error' | 'className'> {
  chosen: PickedClient | null;
  onChoose: (client: PickedClient | null) => void;
  disabled?: boolean;
  /** Under the field, in place of the small button that adds a client. */
  children?: (addClient: () => void) => ReactNode;
}

/** What was found for what is typed; before that, while nobody is chosen, the clients of the latest bookings, where there are any. */
function useFound(typed: string, isChosen: boolean) {
  const q = useDebounced(typed.trim(), CLIENT_PICKER_DEBOUNCE_MS);
  const query = useQuery(clientQueries.found(q));
  const recent = useQuery({ ...clientQueries.recent(), enabled: !isChosen }).data ?? [];
  const isUntyped = q === '' && typed === '';
  const isSettled = q === typed.trim() && !query.isPlaceholderData && !query.isFetching;
  const known = isUntyped && !isChosen && recent.length > 0 ? recent : query.data;
  // the rows of an earlier search stay only if they match what is typed now
  const data = isSettled
    ? known
    : known?.filter(({ name, phone, email }) => matchesSearch(typed, searchText([name, email], phone)));
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

/** A client found by name, for the owner also by phone, email or city, or added on the spot. */
export function ClientPicker({
  chosen,
  onChoose,
  disabled = false,
  error,
  className,
  children,
}: ClientPickerProps) {
  const [typed, setTyped] = useState('');
  const [isAdding, setIsAdding] = useState(false);
  const lastTyped = useRef('');
  const found = useFound(typed, chosen !== null);
  const type = (text: string) => {
    // the control empties itself when it is left: a new client still starts from what was typed
    if (text !== '') lastTyped.current = text;
    setTyped(text);
  };
  const choose = (client: PickedClient | null) => {
    lastTyped.current = '';
    onChoose(client);
  };
  const add = () => setIsAdding(true);
  return (
    <>
      <SearchField
        label="Klijent"
        placeholder={isTechnician() ? 'Ime i prezime' : 'Ime, telefon ili email'}
        chosen={chosen && choiceOf(chosen)}
        onChoose={choose}
        found={(found.data ?? []).map(choiceOf)}
        onType={type}
        status={statusOf(found, typed)}
        footer={(leave) => (
          <NewClientButton
            onPress={() => {
              leave();
              add();
            }}
          />
        )}
        disabled={disabled}
        error={error}
        className={className}
        aside={
          !disabled &&
          !children && (
            <span className="-my-2.5 -mr-2.5">
              <NewClientButton onPress={add} />
            </span>
          )
        }
      />
      {children?.(add)}
      {/* outside of the form that this stands in: HTML has no form within a form */}
      {isAdding &&
        createPortal(
          <NewClientDialog
            typed={lastTyped.current.trim()}
            onAdded={choose}
            onClose={() => setIsAdding(false)}
          />,
          document.body,
        )}
    </>
  );
}
