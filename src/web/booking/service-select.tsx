import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { lengthAndPrice } from '#domain/wording/services.ts';
import { useServiceFault } from '../lib/appointment/service-fault.ts';
import { DELETED_SERVICE, servicesText } from '../lib/appointment/services-body.ts';
import { useServices } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx';
import { useServiceSheet } from './lazy-service-sheet.tsx';
import { foundByName, SEARCHED_FROM, ServiceSearch, ServicesUnknown } from './service-search.tsx';

/** A select of services; the first option is 'no service'. A long list has a search field, which selects a single match at once. */
function ServiceSelect({ className, ...select }: SelectFieldProps<string>) {
  const { options, value, onChange, disabled } = select;
  const [sought, setSought] = useState('');
  if (options.length <= SEARCHED_FROM || disabled) return <SelectField {...select} className={className} />;
  const find = (text: string) => foundByName(options.slice(1), text, ({ label }) => label);
  const found = find(sought);
  const search = (text: string) => {
    setSought(text);
    const [only, ...others] = find(text);
    if (only && others.length === 0) onChange(only.value);
  };
  const isSearched = sought.trim() !== '';
  return (
    <div className={cx('grid gap-3', className)}>
      <SelectField
        {...select}
        options={isSearched ? options.filter((one) => one.value === value || found.includes(one)) : options}
      />
      {/* the search field comes second, because a dialog focuses its first field, and a text field would open the keyboard */}
      <ServiceSearch value={sought} onChange={search} isFound={found.length > 0} />
    </div>
  );
}

interface Option {
  value: string;
  label: string;
}

const NO_SERVICE: Option = { value: '', label: NO_SERVICE_LABEL };

export interface ServiceFieldProps extends Omit<SelectFieldProps<string>, 'label' | 'options'> {
  /** The ids of services, as '1,4'; '' for none. */
  value: string;
  /** Whether to offer the sheet that chooses several services. */
  isForSeveral?: boolean;
  /** The edited appointment. Its services can be chosen even if the price list no longer contains them. */
  own?: Own | null;
}

type Own = Pick<Appointment, 'services' | 'service_name'>;

function ownOption(own: Own): Option {
  const value = servicesText(own);
  return { value, label: `${own.service_name}${value === DELETED_SERVICE ? ' (više nije u ponudi)' : ''}` };
}

/** A select of services; the first option is 'Bez usluge za sada'. Keeps chosen services that the price list lacks, and shows an error for them. */
export function ServiceField({ own, hint, error, isForSeveral, ...field }: ServiceFieldProps) {
  const services = useServices();
  const { data, isPending } = services;
  const ids = serviceIdsIn(field.value);
  const several = data?.filter(({ id }) => ids.length > 1 && ids.includes(id)) ?? [];
  const listed = (data ?? []).map((service) => ({
    value: String(service.id),
    label: serviceInList(service),
  }));
  const options = [NO_SERVICE, ...listed];
  const isIn = (value: string) => options.some((option) => option.value === value);
  if (own && !isIn(servicesText(own))) options.splice(1, 0, ownOption(own));
  if (several.length === ids.length && !isIn(field.value))
    options.splice(1, 0, { value: field.value, label: `${namesOf(several)}, ${lengthAndPrice(several)}` });
  const isUnlisted = !isIn(field.value);
  const fault = useServiceFault(isUnlisted ? ids : []);
  if (isUnlisted) options.splice(1, 0, { value: field.value, label: fault ?? 'Učitavanje…' });
  const isUnknown = !data && !isPending;
  return (
    <div className={field.className}>
      <ServiceSelect
        {...field}
        className={undefined}
        label="Usluga"
        options={options}
        error={error ?? (isUnknown && isUnlisted ? true : fault)}
        hint={isUnknown ? <ServicesUnknown query={services} /> : hint}
      />
      {isForSeveral && listed.length > 1 && <Several chosen={ids} onChange={field.onChange} />}
    </div>
  );
}

/** The button that opens the sheet for several services; it shows how many are chosen. */
function Several({ chosen, onChange }: { chosen: readonly number[]; onChange: (ids: string) => void }) {
  const { open, sheet } = useServiceSheet({
    chosen,
    isForSeveral: true,
    onChoose: (ids) => onChange(ids.join()),
  });
  return (
    <>
      <Button variant="text" isSmall onClick={open} className="-ml-3">
        Više usluga
      </Button>
      {sheet}
    </>
  );
}
