import { Popover } from '@base-ui/react/popover';
import { MessageCircle } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import type { ListedClient } from '#contract/clients.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import type { Today } from '#domain/wording/dates.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { useNow } from '../lib/clock/clock.ts';
import { paths } from '../lib/routing/paths.ts';
import { Chip } from '../ui/card.tsx';
import { cx } from '../ui/cx.ts';
import { PhoneLinks, telephoneLink } from '../ui/phone-links.tsx';
import { type RowAttributes, VirtualRows } from '../ui/virtual-rows.tsx';

export const IMPORT_PATH = `${paths.adminClients}?uvoz=1`;

interface ClientRowsProps {
  clients: readonly ListedClient[];
  onOpen: (client: ListedClient) => void;
}

interface ClientRowProps extends Pick<ClientRowsProps, 'onOpen'>, RowAttributes {
  client: ListedClient;
  today: Today;
}

const COLUMNS = 'md:grid-cols-[minmax(0,5fr)_minmax(0,4fr)_3.5rem_7rem_9rem]';

/** The day of a booking, shown only on wide screens; '-' without a booking. */
function Day(props: { label: string; at: WallTime | null; today: Today; hasClock?: boolean }) {
  const { label, at, today, hasClock = false } = props;
  const date = at && dateOf(at);
  return (
    <span className="max-md:hidden text-small tabular-nums">
      <span className="sr-only">{`${label}: `}</span>
      {date && today ? (date === today ? 'danas' : shortDay(date, today)) : '-'}
      {at && today && hasClock && `, ${clockOf(at)}`}
    </span>
  );
}

function Headings() {
  return (
    <div
      aria-hidden="true"
      className={`grid gap-x-4 border-b border-line py-2.5 pr-4 pl-4 text-small text-soft max-md:hidden ${COLUMNS}`}
    >
      <span>Ime</span>
      <span>Email i grad</span>
      <span className="text-right">Posete</span>
      <span>Poslednja</span>
      <span>Sledeći termin</span>
    </div>
  );
}

const Row = memo(function Row({ client, today, onOpen, ...attributes }: ClientRowProps) {
  const { name, phone, email, city, active, visits, last_visit, next_start } = client;
  const at = email?.indexOf('@'); // the address may wrap before the @
  return (
    <li
      {...attributes}
      className={`relative grid min-h-16 content-center items-center gap-x-4 py-1.5 pr-1 pl-4 transition-colors hover:bg-blush md:py-2 md:pr-4 ${COLUMNS}`}
    >
      <div>
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
        {phone && <PhoneNumber phone={phone} of={name} className="relative md:-mt-2.5 md:-mb-2" />}
      </div>
      <span className="grid min-w-0 text-small text-soft wrap-anywhere max-md:pr-3 max-md:pb-1.5">
        {email && (
          <span className="md:truncate">
            {email.slice(0, at)}
            <wbr />
            {email.slice(at)}
          </span>
        )}
        {city && <span className="wrap-break-word md:truncate">{city}</span>}
      </span>
      <span className="text-right text-small tabular-nums max-md:hidden">
        <span className="sr-only">{'Posete: '}</span>
        {visits}
      </span>
      <Day label="Poslednja" at={last_visit} today={today} />
      <Day label="Sledeći termin" at={next_start} today={today} hasClock />
    </li>
  );
});

const ROW_PX = 64;

/** The clients: in columns on wide screens, with their details below each other on phones. */
export function ClientRows({ clients, onOpen }: ClientRowsProps) {
  const now = useNow();
  const today = now && dateOf(now);
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      <Headings />
      <VirtualRows
        as="ul"
        rows={clients}
        rowPx={ROW_PX}
        className="divide-y divide-line border-line [contain:layout_style]"
      >
        {(client, attributes) => (
          <Row key={client.id} client={client} today={today} onOpen={onOpen} {...attributes} />
        )}
      </VirtualRows>
    </div>
  );
}

/** A phone number in a list: a press calls it, and a button next to it shows the links to write a message. */
function PhoneNumber({ phone, of, className }: { phone: string; of: string; className?: string }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={cx('inline-flex items-center', className)}>
      <a
        href={telephoneLink(phone)}
        aria-description={of}
        className="inline-flex min-h-11 items-center whitespace-nowrap tabular-nums hover:text-link hover:underline"
      >
        {phone}
      </a>
      <button
        ref={button}
        type="button"
        aria-label="Poruka"
        aria-description={of}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
        className="grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
      >
        <MessageCircle aria-hidden="true" size={18} strokeWidth={1.75} />
      </button>
      {isOpen && (
        <Popover.Root
          open
          onOpenChange={(_, { event }) => {
            if (!button.current?.contains(event.target as Node | null)) setIsOpen(false); // ignores the button, which closes the list itself
          }}
        >
          <Popover.Portal>
            <Popover.Positioner anchor={button} sideOffset={4} collisionPadding={12} className="z-30">
              <Popover.Popup aria-label={of} finalFocus={button} className="rounded-card shadow-float">
                <PhoneLinks phone={phone} of={of} />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </span>
  );
}
