import type { Waiting } from '#contract/waitlist.ts';
import type { WallDate, WallTime } from '#domain/wall-clock.ts';
import { atMoment } from '#domain/wording/dates.ts';
import { MessageLinks } from '../appointments/messages/message-links.tsx';
import { Button } from '../ui/button.tsx';
import { Chip } from '../ui/card.tsx';
import { PhoneLinks } from '../ui/phone-links.tsx';

/** What the owner does about somebody who waits. */
export type WaitingAct = 'see' | 'book' | 'remove';

export interface WaitingRowProps {
  waiting: Waiting;
  today: WallDate;
  /** The first time of the day that is free now, which a message offers. */
  freeFrom: WallTime | undefined;
  onAct: (act: WaitingAct, waiting: Waiting) => void;
}

/** Calling and writing; with a text where there is a time to offer. */
function Links({ waiting, freeFrom }: Pick<WaitingRowProps, 'waiting' | 'freeFrom'>) {
  const { client_id, name, phone } = waiting;
  if (!phone) return null;
  const links = { phone, of: name, className: 'max-lg:col-span-2' };
  if (freeFrom === undefined) return <PhoneLinks {...links} />;
  const facts = { name, isClient: client_id !== null, start_datetime: freeFrom, service_name: null };
  return <MessageLinks {...links} kind="free_slot" facts={facts} />;
}

/** One who waits: a client's name leads to their card, a guest is marked as one. */
export function WaitingRow({ waiting, today, freeFrom, onAct }: WaitingRowProps) {
  const { client_id, name, phone, created_at } = waiting;
  return (
    <li className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-2 p-4 lg:grid-cols-[minmax(0,1fr)_auto_auto]">
      <div className="-my-2 min-w-0 wrap-break-word">
        {client_id === null ? (
          <span className="inline-flex min-h-11 flex-wrap items-center gap-x-2">
            <span className="font-semibold">{name}</span>
            <Chip tone="line">Gost</Chip>
          </span>
        ) : (
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={() => onAct('see', waiting)}
            className="relative min-h-11 text-left font-semibold text-link"
          >
            {name}
          </button>
        )}
        {phone && <p className="-mt-1.5 text-small text-soft">{phone}</p>}
        <p className="text-small text-soft">{`čeka od ${atMoment(created_at, today)}`}</p>
      </div>
      <div className="grid gap-1 self-start lg:order-last lg:flex lg:self-center">
        <Button variant="quiet" isSmall aria-description={name} onClick={() => onAct('book', waiting)}>
          Upiši
        </Button>
        <Button
          variant="danger-text"
          isSmall
          aria-description={name}
          onClick={() => onAct('remove', waiting)}
        >
          Ukloni
        </Button>
      </div>
      <Links waiting={waiting} freeFrom={freeFrom} />
    </li>
  );
}
