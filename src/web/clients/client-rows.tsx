import { ChevronRight, Pencil, Trash2 } from 'lucide-react';
import { memo, type ReactNode, type Ref, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Client } from '#contract/clients.ts';
import { request } from '../lib/api.ts';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { paths } from '../lib/routing/paths.ts';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { PhoneNumber } from '../ui/phone-number.tsx';
import type { FormState } from '../ui/use-form.ts';
import { type RowRef, VirtualRows } from '../ui/virtual-rows.tsx';
import {
  bodyOf,
  ClientFields,
  type ClientValues,
  clientErrors,
  KEPT_PASSWORD_HINT,
} from './client-fields.tsx';

interface EditClientProps {
  client: Client;
  /** The initial values of the fields. */
  draft: ClientValues;
  /** Called with the typed values. The list stores them, because the row unmounts when it is scrolled out of view. */
  onDraft: (client: Client, values: ClientValues) => void;
  onClose: () => void;
}

/** The form that edits a client in the client's row of the list. */
function EditClient({ client, draft, onDraft, onClose }: EditClientProps) {
  const invalidate = useInvalidateAppointments();
  const form = useSubmitForm({
    start: draft,
    check: clientErrors,
    send: (values) => request('PUT /users/clients/{id}', { params: { id: client.id }, body: bodyOf(values) }),
    fallback: 'Greška pri čuvanju.',
    done: 'Podaci uspešno sačuvani.',
    onDone: () => {
      invalidate();
      onClose();
    },
  });
  const { ref, values } = form;
  useEffect(() => ref.current?.querySelector('input')?.focus(), [ref]);
  const field: FormState<ClientValues>['field'] = (name) => {
    const { onChange, ...rest } = form.field(name);
    const type = (value: string) => {
      onChange(value);
      onDraft(client, { ...values, [name]: value });
    };
    return { ...rest, onChange: type };
  };
  return (
    <Form
      form={form}
      onKeyDown={(event) => event.key === 'Escape' && !form.isBusy && onClose()}
      aria-label={client.name}
      className="grid gap-4 p-4"
    >
      <ClientFields form={{ ...form, field }} hasCity passwordHint={KEPT_PASSWORD_HINT} />
      <FormAlert />
      <div className="grid grid-cols-[auto_1fr] gap-2 md:flex md:justify-end">
        <FormButtons onGiveUp={onClose} />
      </div>
    </Form>
  );
}

/** The path of 'Uvoz klijenata', a view of the clients page. */
export const IMPORT_PATH = `${paths.adminClients}?uvoz=1`;

/** The typed values of the rows that are being edited, by client id. */
export type Drafts = ReadonlyMap<number, ClientValues>;

interface ClientActions {
  onOpen: (client: Client) => void;
  onEdit: (client: Client) => void;
  onDraft: (client: Client, values: ClientValues) => void;
  onEditEnd: (client: Client) => void;
  onDelete: (client: Client) => void;
}

interface ClientRowsProps extends ClientActions {
  clients: readonly Client[];
  drafts: Drafts;
}

interface ClientRowProps extends ClientActions {
  client: Client;
  index: number;
  rowRef: RowRef;
  /** The typed values; set only while the row is being edited. */
  draft: ClientValues | undefined;
}

/** Returns a function that closes the editor and focuses the row's edit button. */
function useEditEnd({ client, onEditEnd }: Pick<ClientRowProps, 'client' | 'onEditEnd'>) {
  const editButton = useRef<HTMLButtonElement>(null);
  const endEdit = () => {
    flushSync(() => onEditEnd(client));
    editButton.current?.focus();
  };
  return { editButton, endEdit };
}

/** The client's name as a button that opens the dialog 'Klijent'. */
function NameButton({ client, onOpen }: { client: Client } & Pick<ClientActions, 'onOpen'>) {
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

const InactiveChip = ({ client }: { client: Client }) =>
  client.active === 0 && <Chip tone="grey">Neaktivan</Chip>;

/** The label next to an icon: visually hidden below desktop width. */
const Word = ({ children }: { children: ReactNode }) => <span className="max-lg:sr-only">{children}</span>;

interface RowButtonsProps extends Pick<ClientActions, 'onEdit' | 'onDelete'> {
  client: Client;
  editButton: Ref<HTMLButtonElement>;
}

function RowButtons({ client, editButton, onEdit, onDelete }: RowButtonsProps) {
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

const ROW_PX = 61;
const COLUMNS = ['Ime i prezime', 'Telefon', 'Email', 'Grad', 'Izmena'] as const;

// Each row is a grid: with table layout the browser lays out all rows again for each new one, which stutters with thousands.
const ROW =
  'grid grid-cols-[minmax(0,6fr)_10rem_minmax(0,6fr)_minmax(0,3fr)_5.5rem] items-center gap-x-3 pr-2 pl-4 lg:gap-x-4 lg:grid-cols-[minmax(0,5fr)_11rem_minmax(0,5fr)_minmax(0,3fr)_13rem]';

/** An email address that may wrap before the @. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@');
  return (
    <>
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </>
  );
}

const Row = memo(function Row({ client, index, rowRef, draft, ...actions }: ClientRowProps) {
  const { editButton, endEdit } = useEditEnd({ client, onEditEnd: actions.onEditEnd });
  const place = { ref: rowRef, 'data-index': index, 'aria-rowindex': index + 2 };
  if (draft) {
    return (
      <tr {...place} className="block">
        <td colSpan={COLUMNS.length} className="block">
          <EditClient client={client} draft={draft} onDraft={actions.onDraft} onClose={endEdit} />
        </td>
      </tr>
    );
  }
  return (
    <tr {...place} className={`${ROW} min-h-15 py-2 transition-colors hover:bg-blush`}>
      <th scope="row" className="text-left font-normal">
        <span className="flex flex-wrap items-center gap-x-3">
          <NameButton client={client} onOpen={actions.onOpen} />
          <InactiveChip client={client} />
        </span>
      </th>
      <td>{client.phone && <PhoneNumber phone={client.phone} of={client.name} />}</td>
      <td className="text-small wrap-break-word">{client.email && <Email address={client.email} />}</td>
      <td className="wrap-break-word max-lg:text-small">{client.city}</td>
      <td>
        <RowButtons client={client} editButton={editButton} {...actions} />
      </td>
    </tr>
  );
});

function Head() {
  return (
    <thead className="block border-b border-line">
      <tr aria-rowindex={1} className={`${ROW} min-h-11 text-label text-soft`}>
        {COLUMNS.map((name) => (
          <th key={name} scope="col" className="text-left font-semibold last:pr-3 last:text-right">
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}

/** The clients as a table, for wide screens. */
export function ClientTable({ clients, drafts, ...actions }: ClientRowsProps) {
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <table aria-rowcount={clients.length + 1} className="block">
        <Head />
        <VirtualRows
          as="tbody"
          rows={clients}
          rowPx={ROW_PX}
          pinned={drafts}
          className="block divide-y divide-line border-line [contain:layout_style]"
        >
          {(client, index, rowRef) => (
            <Row
              key={client.id}
              client={client}
              index={index}
              rowRef={rowRef}
              draft={drafts.get(client.id)}
              {...actions}
            />
          )}
        </VirtualRows>
      </table>
    </div>
  );
}

const CARD_PX = 122;

interface CardProps extends ClientRowProps {
  count: number;
}

const Card = memo(function Card({ client, index, count, rowRef, draft, ...actions }: CardProps) {
  const { editButton, endEdit } = useEditEnd({ client, onEditEnd: actions.onEditEnd });
  const rest = [client.email, client.city].filter(Boolean).join(', ');
  return (
    <li ref={rowRef} data-index={index} aria-posinset={index + 1} aria-setsize={count}>
      {draft ? (
        <EditClient client={client} draft={draft} onDraft={actions.onDraft} onClose={endEdit} />
      ) : (
        <div className="py-1.5 pr-1 pl-4">
          <div className="flex flex-wrap items-start justify-end gap-x-2">
            <div className="min-w-0 flex-1 basis-[min(100%,9rem)]">
              <NameButton client={client} onOpen={actions.onOpen} />
              <InactiveChip client={client} />
            </div>
            <RowButtons client={client} editButton={editButton} {...actions} />
          </div>
          {client.phone && <PhoneNumber phone={client.phone} of={client.name} />}
          {rest && <p className="pr-3 pb-2 text-small text-soft wrap-break-word">{rest}</p>}
        </div>
      )}
    </li>
  );
});

/** The clients as cards, for phones. */
export function ClientCards({ clients, drafts, ...actions }: ClientRowsProps) {
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <VirtualRows
        as="ul"
        rows={clients}
        rowPx={CARD_PX}
        pinned={drafts}
        className="divide-y divide-line border-line [contain:layout_style]"
      >
        {(client, index, rowRef) => (
          <Card
            key={client.id}
            client={client}
            index={index}
            count={clients.length}
            rowRef={rowRef}
            draft={drafts.get(client.id)}
            {...actions}
          />
        )}
      </VirtualRows>
    </div>
  );
}
