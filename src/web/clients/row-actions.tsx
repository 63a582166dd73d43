import { Pencil, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Client } from '#contract/clients.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import type { Drafts } from './edit-client.tsx';

/** What can be done with a client of the list. */
export interface ClientActions {
  onOpen: (client: Client) => void;
  onEdit: (client: Client) => void;
  onDelete: (client: Client) => void;
}

/** All of them, as a table or as cards. */
export interface ClientRowsProps extends ClientActions {
  clients: readonly Client[];
  /** Ids of those that are being edited in their rows. */
  edited: ReadonlySet<number>;
  drafts: Drafts;
  onEditEnd: (client: Client) => void;
}

/** Her name opens the dialog 'Klijent'. */
export function NameButton({ client, onOpen }: { client: Client } & Pick<ClientActions, 'onOpen'>) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={() => onOpen(client)}
      className="min-h-11 rounded-event text-left font-semibold wrap-break-word hover:text-link"
    >
      {client.name}
    </button>
  );
}

export const InactiveChip = ({ client }: { client: Client }) =>
  client.active === 0 && <Chip tone="grey">Neaktivan</Chip>;

/** The word beside an icon: where there is room. */
const Word = ({ children }: { children: ReactNode }) => <span className="max-lg:sr-only">{children}</span>;

export function RowButtons({ client, onEdit, onDelete }: { client: Client } & Omit<ClientActions, 'onOpen'>) {
  return (
    <span className="flex shrink-0 justify-end">
      <Button
        variant="text"
        isSmall
        aria-description={client.name}
        data-edit={client.id}
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
