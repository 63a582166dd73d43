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
