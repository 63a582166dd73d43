import { memo } from 'react';
import { PhoneNumber } from '../ui/phone-number.tsx';
import { VirtualRows } from '../ui/virtual-rows.tsx';
import { EditClient } from './edit-client.tsx';
import {
  type ClientRowProps,
  type ClientRowsProps,
  InactiveChip,
  NameButton,
  RowButtons,
  useEditEnd,
} from './row-actions.tsx';

const ROW_PX = 61;
const COLUMNS = ['Ime i prezime', 'Telefon', 'Email', 'Grad', 'Izmena'] as const;

// A grid in each row: the browser lays out a whole table again with each row that comes into sight, and thousands stutter.
const ROW =
  'grid grid-cols-[minmax(0,6fr)_11rem_minmax(0,4fr)_6.75rem_5.5rem] items-center gap-x-3 pr-2 pl-4 lg:gap-x-4 lg:grid-cols-[minmax(0,5fr)_11rem_minmax(0,5fr)_minmax(0,3fr)_13rem]';

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
      <td className="text-small wrap-break-word">{client.email}</td>
      <td className="wrap-break-word">{client.city}</td>
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

/** The clients as a table, for desktops. */
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
