import { type KeyboardEvent, useRef, useState } from 'react';
import { ANY_SERVICE } from '#domain/wording/appointments.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import { Dialog } from '../ui/dialog.tsx';
import { foundByName, NONE_FOUND, SEARCHED_FROM, ServiceSearch, ServicesUnknown } from './service-select.tsx';

interface RowProps {
  name: string;
  note: string;
  price?: string;
  isChecked: boolean;
  onPick: () => void;
}

function Row({ name, note, price, isChecked, onPick }: RowProps) {
  return (
    <label className="flex min-h-17 cursor-pointer items-center gap-4 py-2 hover:text-link">
      <input
        type="radio"
        name="usluga"
        checked={isChecked}
        onChange={() => undefined} // a press on the one that is chosen already changes nothing and yet is a choice
        onClick={onPick}
        className="size-5 shrink-0 accent-accent"
      />
      <span className="min-w-0 flex-1 wrap-break-word">
        <span className="block font-display text-h3 font-[460]">{name}</span>
        <span className="block text-small text-soft">{note}</span>
      </span>
      {price && <span className="text-right tabular-nums">{price}</span>}
    </label>
  );
}

/** Choosing closes the list; the arrows of a keyboard only pass along it, Space and Enter choose. */
function usePicking(chosen: number | null, onChoose: (id: number | null) => void) {
  const [marked, setMarked] = useState(chosen);
  const isPassing = useRef(false);
  return {
    marked,
    pick: (id: number | null) => (isPassing.current ? setMarked(id) : onChoose(id)),
    keys: {
      onKeyDown: (event: KeyboardEvent) => {
        isPassing.current = event.key.startsWith('Arrow');
        if (event.key !== 'Enter' && event.key !== ' ') return;
        event.preventDefault();
        if (event.target instanceof HTMLElement) event.target.click();
      },
      onKeyUp: () => {
        isPassing.current = false;
      },
    },
  };
}

export interface ServiceSheetProps {
  chosen: number | null;
  /** Closes it too. */
  onChoose: (id: number | null) => void;
  onClose: () => void;
}

/** The price list to choose from, and 'Bilo koja usluga'. */
export default function ServiceSheet({ chosen, onChoose, onClose }: ServiceSheetProps) {
  const services = useServices();
  const { data = [] } = services;
  const { marked, pick, keys } = usePicking(chosen, onChoose);
  const [sought, setSought] = useState('');
  const found = foundByName(data, sought, ({ name }) => name);
  return (
    <Dialog title="Usluga" onClose={onClose}>
      {data.length >= SEARCHED_FROM && (
        <div className="mb-5">
          <ServiceSearch
            value={sought}
            onChange={setSought}
            error={found.length === 0 ? NONE_FOUND : undefined}
          />
        </div>
      )}
      <fieldset aria-label="Usluga" {...keys} className="-mt-3 divide-y divide-line">
        {sought.trim() === '' && (
          <Row {...ANY_SERVICE} isChecked={marked === null} onPick={() => pick(null)} />
        )}
        {found.map(({ id, name, duration_minutes, price }) => (
          <Row
            key={id}
            name={name}
            note={durationText(duration_minutes)}
            price={priceText(price)}
            isChecked={marked === id}
            onPick={() => pick(id)}
          />
        ))}
      </fieldset>
      {services.isError && !services.data && <ServicesUnknown query={services} />}
    </Dialog>
  );
}
