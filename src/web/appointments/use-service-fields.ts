import { useRef } from 'react';
import type { Service } from '#contract/services.ts';
import type { FormState } from '../ui/use-form.ts';
import { type EditValues, priceInField } from './edit-values.ts';

type Followed = 'service_price' | 'duration';

/** Price and length follow the service that is chosen, until they are typed; the service that the row has brings its own back. */
export function useServiceFields(
  { values, change }: FormState<EditValues>,
  row: EditValues,
  services: readonly Service[],
) {
  const typed = useRef<ReadonlySet<Followed>>(new Set());
  const typeInto = (name: Followed) => (value: string) => {
    if (value === values[name]) return;
    typed.current = new Set([...typed.current, name]);
    change({ [name]: value });
  };
  /** What goes with a chosen service. */
  const withService = (id: string): Partial<EditValues> => {
    const service = services.find((one) => String(one.id) === id);
    const own = id === row.service_id;
    const minutes = service?.duration_minutes ?? null;
    const price = own ? row.service_price : priceInField(service?.price ?? null);
    const duration = own ? row.duration : minutes === null ? values.duration : String(minutes);
    return {
      ...(!typed.current.has('service_price') && { service_price: price }),
      ...(!typed.current.has('duration') && { duration }),
    };
  };
  return { setPrice: typeInto('service_price'), setDuration: typeInto('duration'), withService };
}
