import { memo } from 'react';
import type { Client } from '#contract/clients.ts';
import { PhoneNumber } from '../ui/phone-number.tsx';
import { Windowed } from '../ui/windowed.tsx';
import { EditClient } from './edit-client.tsx';
import {
  type ClientActions,
  type ClientRowsProps,
  InactiveChip,
  NameButton,
  RowButtons,
} from './row-actions.tsx';

const CARD_PX = 122;

const Card = memo(function Card({ client, ...actions }: ClientActions & { client: Client }) {
  const rest = [client.email, client.city].filter(Boolean).join(', ');
  return (
    <div className="py-1.5 pr-1 pl-4">
      <div className="flex items-start justify-between gap-2">
        <div className="min-w-0">
          <NameButton client={client} onOpen={actions.onOpen} />
          <InactiveChip client={client} />
        </div>
        <RowButtons client={client} {...actions} />
      </div>
      {client.phone && <PhoneNumber phone={client.phone} of={client.name} />}
      {rest && <p className="pr-3 pb-2 text-small text-soft wrap-break-word">{rest}</p>}
    </div>
  );
});

/** The clients as cards, for phones. */
export function ClientCards({ clients, edited, drafts, onEditEnd, ...actions }: ClientRowsProps) {
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <Windowed
        as="ul"
        rows={clients}
        rowPx={CARD_PX}
        className="divide-y divide-line border-line [contain:layout_style] not-last:border-b"
      >
        {(client, index) => (
          <li key={client.id} aria-posinset={index + 1} aria-setsize={clients.length}>
            {edited.has(client.id) ? (
              <EditClient client={client} drafts={drafts} onClose={onEditEnd} />
            ) : (
              <Card client={client} {...actions} />
            )}
          </li>
        )}
      </Windowed>
    </div>
  );
}
