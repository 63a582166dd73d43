import type { Appointment } from '#contract/appointments.ts';
import { namesOf, serviceIdsIn } from '#domain/appointments/lines.ts';
import { t } from '#domain/language/translate.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { serviceInList } from '#domain/wording/numbers.ts';
import { lengthAndPrice } from '#domain/wording/services.ts';
import { useServiceFault } from '../lib/appointment/service-fault.ts';
import { DELETED_SERVICE, servicesText } from '../lib/appointment/services-body.ts';
import { useServices } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { SelectField, type SelectFieldProps } from '../ui/select-field.tsx';
import { useServiceSheet } from './lazy-parts.tsx';
import { ServicesUnknown } from './service-search.tsx';

interface Option {
  value: string;
  label: string;
}

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
  const options: Option[] = [{ value: '', label: t(NO_SERVICE_LABEL) }, ...listed];
  const isIn = (value: string) => options.some((option) => option.value === value);
  if (own && !isIn(servicesText(own))) options.splice(1, 0, ownOption(own));
  if (several.length === ids.length && !isIn(field.value))
    options.splice(1, 0, { value: field.value, label: `${namesOf(several)}, ${lengthAndPrice(several)}` });
  const isUnlisted = !isIn(field.value);
  const fault = useServiceFault(isUnlisted ? ids : []);
  if (isUnlisted) options.splice(1, 0, { value: field.value, label: fault ?? t('Učitavanje…') });
  const isUnknown = !data && !isPending;
  return (
    <div className={field.className}>
      <SelectField
        {...field}
        className={undefined}
        label={t('Usluga')}
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
        {t('Više usluga')}
      </Button>
      {sheet}
    </>
  );
}
