import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { CLIENT_PICKER_DEBOUNCE_MS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { useDebounced } from '../ui/browser.ts';
import type { FieldTexts } from '../ui/field.tsx';
import { NewClientDialog } from './new-client-dialog.tsx';
import type { PickedClient } from './picked-client.ts';
import { SearchField } from './search-field.tsx';

const FALLBACK = 'Greška pri učitavanju korisnika.';

export interface ClientPickerProps extends Pick<FieldTexts, 'error' | 'className'> {
  chosen: PickedClient | null;
  onChoose: (client: PickedClient | null) => void;
  disabled?: boolean;
}

const joined = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join(', ');

const choiceOf = (client: PickedClient) => ({
  ...client,
  label: joined(client.name, client.phone),
  title: client.name,
  note: joined(client.phone, client.email) || 'bez telefona',
});

function useFound(typed: string) {
  const q = useDebounced(typed.trim(), CLIENT_PICKER_DEBOUNCE_MS);
  const query = useQuery({
    queryKey: ['clients', 'choices', q],
    queryFn: ({ signal }) => request('GET /users', { query: { role: 'CLIENT', q }, signal }),
    placeholderData: (before) => before,
  });
  return { ...query, isSettled: q === typed.trim() && !query.isPlaceholderData && !query.isFetching };
}

function statusOf({ data, error, isSettled }: ReturnType<typeof useFound>, typed: string): string | null {
  if (error) return errorText(error, FALLBACK);
  if (!isSettled) return 'Traženje…';
  if (data?.length) return null;
  return typed.trim() ? 'Nema takve klijentkinje.' : 'Još nema klijenata.';
}

function MakeButton({ onPress }: { onPress: () => void }) {
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

/** A client found by name, phone, email or city, or made on the spot. */
export function ClientPicker({ chosen, onChoose, disabled = false, error, className }: ClientPickerProps) {
  const [typed, setTyped] = useState('');
  const [isMaking, setIsMaking] = useState(false);
  const lastTyped = useRef('');
  const found = useFound(typed);
  const type = (text: string) => {
    // the control empties itself when it is left; who then makes a new client has not forgotten her name
    if (text !== '') lastTyped.current = text;
    setTyped(text);
  };
  const choose = (client: PickedClient | null) => {
    lastTyped.current = '';
    onChoose(client);
  };
  const make = () => setIsMaking(true);
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
          <MakeButton
            onPress={() => {
              leave();
              make();
            }}
          />
        )}
        disabled={disabled}
        error={error}
        className={className}
        aside={
          !disabled && (
            <span className="-my-2.5 -mr-2.5">
              <MakeButton onPress={make} />
            </span>
          )
        }
      />
      {/* outside of the form that this stands in: a form within a form is none */}
      {isMaking &&
        createPortal(
          <NewClientDialog
            typed={lastTyped.current.trim()}
            onMade={choose}
            onClose={() => setIsMaking(false)}
          />,
          document.body,
        )}
    </>
  );
}
