import { useState } from 'react';
import { matchesSearch, searchText } from '#domain/search.ts';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/field.tsx';
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx';

/** Lists with this many services or more have a search. */
export const SEARCHED_FROM = 12;

/** The items whose name matches; all of them for an empty search. */
export const foundByName = <T,>(items: readonly T[], sought: string, nameOf: (item: T) => string): T[] =>
  items.filter((item) => matchesSearch(sought, searchText([nameOf(item)], null)));

export const NONE_FOUND = 'Nema takve usluge.';

/** A search field above a list of services. */
export function ServiceSearch(props: {
  value: string;
  onChange: (sought: string) => void;
  error?: string | undefined;
}) {
  return <TextField {...props} label="Pretraga" type="search" autoComplete="off" enterKeyHint="search" />;
}

/** A select of services, the one for none first. With many services a search narrows it; the only match is chosen. */
export function ServiceSelect({ className, ...select }: SelectFieldProps<string>) {
  const { options, value, onChange, disabled } = select;
  const [sought, setSought] = useState('');
  if (options.length <= SEARCHED_FROM || disabled) return <SelectField {...select} className={className} />;
  const found = foundByName(options.slice(1), sought, ({ label }) => label);
  const search = (text: string) => {
    setSought(text);
    const [only, ...others] = foundByName(options.slice(1), text, ({ label }) => label);
    if (only && others.length === 0) onChange(only.value);
  };
  const isSearched = sought.trim() !== '';
  return (
    <div className={cx('grid gap-3', className)}>
      <SelectField
        {...select}
        options={isSearched ? options.filter((one) => one.value === value || found.includes(one)) : options}
      />
      {/* after the select: an opening dialog would focus it and raise the keyboard */}
      <ServiceSearch value={sought} onChange={search} error={found.length === 0 ? NONE_FOUND : undefined} />
    </div>
  );
}
