import { X } from 'lucide-react';
import { useRef } from 'react';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { durationText, priceText, serviceInList } from '#domain/wording/numbers.ts';
import { ServicesUnknown } from '../../booking/service-search.tsx';
import { IconButton } from '../../ui/button.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { ListItem } from '../../ui/list.tsx';
import { Loading, Skeleton } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { EMPTY_PRICE_LIST, PriceFields } from './rows.tsx';
import type { EditProps } from './use-appointment-form.ts';

/** The services of a new appointment: the chosen ones, the add-ons, and a list that adds another. */
export function ServicesInPlace({ edit }: EditProps) {
  const place = useRef<HTMLDivElement>(null);
  const { values, known } = edit;
  const { data = [], isPending } = known.services;
  if (isPending || known.details.isLoading)
    return (
      <Loading>
        <Skeleton className="h-12 rounded-card" />
      </Loading>
    );
  const chosen = known.listed(serviceIdsIn(values.service_ids));
  const ids = chosen.map(({ id }) => id);
  const rest = data.filter(({ id }) => !ids.includes(id));
  const choose = (next: readonly number[]) =>
    edit.fill({ service_ids: next.join(), service_price: undefined });
  const remove = (id: number) => {
    choose(ids.filter((one) => one !== id));
    place.current?.querySelector('select')?.focus();
  };
  const isFull = ids.length >= MAX_SERVICES_COUNT;
  const addons = ids.length > 0 ? data.filter(({ is_addon }) => is_addon) : [];
  const others = ids.length > 0 ? rest.filter(({ is_addon }) => !is_addon) : rest;
  const isUsual =
    edit.typed.service_ids === undefined && known.usual !== '' && values.service_ids === known.usual;
  return (
    <div ref={place} className="grid grid-cols-1 gap-3">
      {chosen.some(({ is_addon }) => !is_addon) && (
        <ul className="divide-y divide-line rounded-card border-2 border-accent">
          {chosen
            .filter(({ is_addon }) => !is_addon)
            .map(({ id, name, price, duration_minutes }) => (
              <ListItem
                key={id}
                title={<span className="font-display text-h3 font-[460]">{name}</span>}
                note={[duration_minutes !== null && durationText(duration_minutes), priceText(price)]
                  .filter(Boolean)
                  .join(' · ')}
                after={
                  <IconButton
                    icon={X}
                    label="Ukloni"
                    description={name}
                    onClick={() => remove(id)}
                    className="-mr-2"
                  />
                }
                className="py-1.5"
              />
            ))}
        </ul>
      )}
      {isUsual && <p className="text-small text-soft">Kao prošli put.</p>}
      {addons.map((addon) => (
        <Checkbox
          key={addon.id}
          label={serviceInList(addon)}
          isOn={ids.includes(addon.id)}
          disabled={isFull && !ids.includes(addon.id)}
          onChange={(isOn) => choose(isOn ? [...ids, addon.id] : ids.filter((id) => id !== addon.id))}
        />
      ))}
      {!isFull && (
        <SelectField
          {...edit.field('service_ids')}
          label={ids.length > 0 ? 'Dodaj još jednu uslugu' : 'Usluga'}
          value=""
          onChange={(id) => id && choose([...ids, Number(id)])}
          options={[
            { value: '', label: ids.length > 0 ? 'Izaberite uslugu' : NO_SERVICE_LABEL },
            ...others.map((service) => ({ value: String(service.id), label: serviceInList(service) })),
          ]}
          hint={
            known.services.data ? (
              data.length === 0 && EMPTY_PRICE_LIST
            ) : (
              <ServicesUnknown query={known.services} />
            )
          }
        />
      )}
      <div className="grid grid-cols-2 items-end gap-3">
        <PriceFields edit={edit} />
      </div>
    </div>
  );
}
