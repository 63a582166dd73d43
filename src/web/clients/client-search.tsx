import { useEffect, useRef, useState } from 'react';
import { CLIENT_SEARCH_DEBOUNCE_MS } from '#domain/limits.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/field.tsx';

export interface ClientSearchProps {
  /** Called with what is searched for, once typing stands still. */
  onSearch: (query: string) => void;
  /** At the top while the list scrolls; not over a form in it, which has to share the screen with a keyboard. */
  isSticky: boolean;
  total: number;
  found: number;
}

/** What is typed stands only here: the list is drawn again once it stands still. */
export function ClientSearch({ onSearch, isSticky, total, found }: ClientSearchProps) {
  const [typed, setTyped] = useState('');
  const timer = useRef<number>(undefined);
  const type = (text: string) => {
    setTyped(text);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => onSearch(text), CLIENT_SEARCH_DEBOUNCE_MS);
  };
  const place = useRef<HTMLElement>(null);
  useEffect(() => {
    // whoever comes to the page types at once; a focus that was put somewhere stays there
    const { activeElement } = document;
    const isFree = activeElement === document.body || activeElement?.tagName === 'H1';
    if (isFree) place.current?.querySelector('input')?.focus({ preventScroll: true });
  }, []);
  return (
    <search
      ref={place}
      className={cx(
        isSticky && 'sticky top-0 z-10',
        '-mx-(--gap) grid gap-x-6 gap-y-2 bg-paper px-(--gap) pt-1 pb-3 md:grid-cols-[minmax(0,28rem)_1fr] md:items-end',
      )}
    >
      <TextField
        label="Pretraga"
        type="search"
        placeholder="Ime, email, telefon ili grad"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={typed}
        onChange={type}
        inputClassName="[&::-webkit-search-cancel-button]:grayscale"
      />
      <p role="status" className="text-small text-soft tabular-nums md:pb-3.5 md:text-right">
        ukupno {formatNumber(total)}, pronađeno {formatNumber(found)}
      </p>
    </search>
  );
}
