import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CLIENT_PICKER_DEBOUNCE_MS } from '#domain/limits.ts';
import { errorText } from '../lib/errors.ts';
import { clientQueries } from '../lib/queries/admin-queries.ts';
import { useDebounced } from '../ui/browser.ts';
import type { FieldTexts } from '../ui/field.tsx';
import { NewClientDialog, type PickedClient } from './new-client-dialog.tsx';
import { SearchField } from './search-field.tsx';

const FALLBACK = 'Greška pri učitavanju korisnika.';

export interface ClientPickerProps extends Pick<FieldTexts, 'error' | 'className'> {
  chosen: PickedClient | null;
  onChoose: (client: PickedClient | null) => void;
  disabled?: boolean;
  /** Under the field, in place of the small button that adds a client. */
  children?: (addClient: () => void) => ReactNode;
}

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

const choiceOf = (client: PickedClient) => ({
  ...client,
  label: joined(client.name, client.phone),
  title: client.name,
  note: joined(client.phone, client.email) || 'bez telefona',
});

/** What was found for what is typed; before that, while nobody is chosen, the clients of the latest bookings, where there are any. */
function useFound(typed: string, isChosen: boolean) {
  const q = useDebounced(typed.trim(), CLIENT_PICKER_DEBOUNCE_MS);
  const query = useQuery(clientQueries.found(q));
  const recent = useQuery({ ...clientQueries.recent(), enabled: !isChosen }).data ?? [];
  const isUntyped = q === '' && typed === '';
  const data = isUntyped && !isChosen && recent.length > 0 ? recent : query.data;
  return { ...query, data, isSettled: q === typed.trim() && !query.isPlaceholderData && !query.isFetching };
}

function statusOf({ data, error, isSettled }: ReturnType<typeof useFound>, typed: string): string | null {
  if (error) return errorText(error, FALLBACK);
  if (!isSettled) return 'Traženje…';
  if (data?.length) return null;
  return typed.trim() ? 'Nema takve klijentkinje.' : 'Još nema klijentkinja.';
}

function NewClientButton({ onPress }: { onPress: () => void }) {
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

/** A client found by name, phone, email or city, or added on the spot. */
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
        placeholder="Ime, telefon ili email"
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
