import { useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { matchesSearch, searchText } from '#domain/search.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { SERVICES_UNKNOWN, useServiceFault } from '../lib/appointment/service-fault.ts';
import { useServices } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
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
function ServiceSelect({ className, ...select }: SelectFieldProps<string>) {
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

type ListedService = ResponseBody<'GET /services'>[number];
interface Option {
  value: string;
  label: string;
}

const NO_SERVICE: Option = { value: '', label: NO_SERVICE_LABEL };

/** Says that the price list is not loaded, with a retry button. */
export function ServicesUnknown({
  query: { refetch, isFetching },
}: {
  query: ReturnType<typeof useServices>;
}) {
  return (
    <span className="flex flex-wrap items-center gap-x-3">
      {SERVICES_UNKNOWN}
      <Button variant="text" isSmall isBusy={isFetching} onClick={() => refetch()}>
        Pokušaj ponovo
      </Button>
    </span>
  );
}

export interface ServiceFieldProps extends Omit<SelectFieldProps<string>, 'label' | 'options'> {
  /** The id of a service, '' for none. */
  value: string;
  labelOf?: (service: ListedService) => string;
  /** The service that the appointment has, for a price list without it. */
  own?: Option | false;
}

/** A select of services; the first option is 'Bez usluge za sada'. A chosen service that the price list does not have stays chosen, with an error. */
export function ServiceField({ labelOf = serviceInList, own, hint, error, ...field }: ServiceFieldProps) {
  const services = useServices();
  const { data, isPending } = services;
  const listed = (data ?? []).map((service) => ({ value: String(service.id), label: labelOf(service) }));
  const options = [NO_SERVICE, ...listed];
  const isIn = (value: string) => options.some((option) => option.value === value);
  if (own && !isIn(own.value)) options.splice(1, 0, own);
  const isUnlisted = !isIn(field.value);
  const fault = useServiceFault(isUnlisted ? Number(field.value) : null);
  if (isUnlisted) options.splice(1, 0, { value: field.value, label: fault ?? 'Učitavanje…' });
  const isUnknown = !data && !isPending;
  return (
    <ServiceSelect
      {...field}
      label="Usluga"
      options={options}
      error={error ?? (isUnknown && isUnlisted ? true : fault)}
      hint={isUnknown ? <ServicesUnknown query={services} /> : hint}
    />
  );
}
