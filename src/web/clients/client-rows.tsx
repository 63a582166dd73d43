import { memo } from 'react';
import type { Client } from '#contract/clients.ts';
import { paths } from '../lib/routing/paths.ts';
import { Chip } from '../ui/card.tsx';
import { PhoneNumber } from '../ui/phone-number.tsx';
import { type RowRef, VirtualRows } from '../ui/virtual-rows.tsx';

/** The path of 'Uvoz klijenata', a view of the clients page. */
export const IMPORT_PATH = `${paths.adminClients}?uvoz=1`;

interface ClientRowsProps {
  clients: readonly Client[];
  onOpen: (client: Client) => void;
}

interface ClientRowProps extends Pick<ClientRowsProps, 'onOpen'> {
  client: Client;
  index: number;
  count: number;
  rowRef: RowRef;
}

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

/** A client's row. A press anywhere but on the phone number opens the dialog 'Klijent'. */
const Row = memo(function Row({ client, index, count, rowRef, onOpen }: ClientRowProps) {
  const { name, phone, email, city, active } = client;
  return (
    <li
      ref={rowRef}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={count}
      className="relative grid min-h-16 content-center items-center gap-x-4 py-1.5 pr-1 pl-4 transition-colors hover:bg-blush md:grid-cols-[minmax(0,5fr)_12rem_minmax(0,5fr)_minmax(0,3fr)] md:py-2"
    >
      <span className="flex flex-wrap items-center gap-x-3">
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={() => onOpen(client)}
          className="text-left font-semibold wrap-anywhere outline-none after:absolute after:inset-0 focus-visible:after:outline-2 focus-visible:after:-outline-offset-2 focus-visible:after:outline-link max-md:pt-1.5"
        >
          {name}
        </button>
        {active === 0 && <Chip tone="grey">Neaktivan</Chip>}
      </span>
      <span>{phone && <PhoneNumber phone={phone} of={name} className="relative" />}</span>
      <span className="text-small text-soft wrap-anywhere max-md:pr-3">
        {email && <Email address={email} />}
      </span>
      <span className="text-small text-soft wrap-break-word max-md:pb-1.5">{city}</span>
    </li>
  );
});

const ROW_PX = 64;

/** The clients: in columns on wide screens, the columns under each other on phones. */
export function ClientRows({ clients, onOpen }: ClientRowsProps) {
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <VirtualRows
        as="ul"
        rows={clients}
        rowPx={ROW_PX}
        className="divide-y divide-line border-line [contain:layout_style]"
      >
        {(client, index, rowRef) => (
          <Row
            key={client.id}
            client={client}
            index={index}
            count={clients.length}
            rowRef={rowRef}
            onOpen={onOpen}
          />
        )}
      </VirtualRows>
    </div>
  );
}
