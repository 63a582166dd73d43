import { ChevronRight, Pencil, Trash2 } from 'lucide-react';
import type { ReactNode, Ref } from 'react';
import { useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Client } from '#contract/clients.ts';
import { paths } from '../lib/routing/paths.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import type { RowRef } from '../ui/virtual-rows.tsx';
import type { ClientValues } from './client-values.ts';

/** 'Uvoz klijenata', a state of the clients page. */
export const IMPORT_PATH = `${paths.adminClients}?uvoz=1`;

/** What is typed in the rows that are being edited, by client. */
export type Drafts = ReadonlyMap<number, ClientValues>;

/** What can be done with a client of the list. */
export interface ClientActions {
  onOpen: (client: Client) => void;
  onEdit: (client: Client) => void;
  onDraft: (client: Client, values: ClientValues) => void;
  onEditEnd: (client: Client) => void;
  onDelete: (client: Client) => void;
}

/** All of them, as a table or as cards. */
export interface ClientRowsProps extends ClientActions {
  clients: readonly Client[];
  drafts: Drafts;
}

/** One of them, of a list that draws only what is looked at. */
export interface ClientRowProps extends ClientActions {
  client: Client;
  index: number;
  rowRef: RowRef;
  /** Only while the row is being edited. */
  draft: ClientValues | undefined;
}

/** The end of an edit gives the focus back to the row's button. */
export function useEditEnd({ client, onEditEnd }: Pick<ClientRowProps, 'client' | 'onEditEnd'>) {
  const editButton = useRef<HTMLButtonElement>(null);
  const endEdit = () => {
    flushSync(() => onEditEnd(client));
    editButton.current?.focus();
  };
  return { editButton, endEdit };
}

/** The name opens the dialog 'Klijent'. */
export function NameButton({ client, onOpen }: { client: Client } & Pick<ClientActions, 'onOpen'>) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(client)}
      className="inline-flex min-h-11 items-center gap-1 rounded-event text-left font-semibold text-link hover:underline"
    >
      <span className="min-w-0 wrap-anywhere">{client.name}</span>
      <ChevronRight aria-hidden="true" size={16} strokeWidth={1.75} className="shrink-0" />
    </button>
  );
}

export const InactiveChip = ({ client }: { client: Client }) =>
  client.active === 0 && <Chip tone="grey">Neaktivan</Chip>;

/** The word beside an icon: where there is room. */
const Word = ({ children }: { children: ReactNode }) => <span className="max-lg:sr-only">{children}</span>;

export interface RowButtonsProps extends Pick<ClientActions, 'onEdit' | 'onDelete'> {
  client: Client;
  editButton: Ref<HTMLButtonElement>;
}

export function RowButtons({ client, editButton, onEdit, onDelete }: RowButtonsProps) {
  return (
    <span className="flex shrink-0 justify-end">
      <Button
        ref={editButton}
        variant="text"
        isSmall
        aria-description={client.name}
        onClick={() => onEdit(client)}
      >
        <Pencil aria-hidden="true" size={18} strokeWidth={1.75} />
        <Word>Izmeni</Word>
      </Button>
      <Button variant="danger-text" isSmall aria-description={client.name} onClick={() => onDelete(client)}>
        <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
        <Word>Obriši</Word>
      </Button>
    </span>
  );
}
