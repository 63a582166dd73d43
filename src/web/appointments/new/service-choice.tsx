import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { longServiceHint } from '#domain/booking.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { useServiceOptions } from '../../lib/appointment/appointments.ts';
import { paths } from '../../lib/routing/paths.ts';
import { Loading, Skeleton } from '../../ui/screen-states.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { NO_SERVICE } from './new-values.ts';
import type { NewAppointmentForm } from './use-new-appointment.ts';
import { ChangeButton } from './who.tsx';

/** The usual service stands there as it was the last time; any other is chosen from the price list. */
export function ServiceChoice({ edit }: { edit: NewAppointmentForm }) {
  const { form, known, row, values } = edit;
  const { options } = useServiceOptions();
  const [isChanging, setIsChanging] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChanging) place.current?.querySelector('select')?.focus();
  }, [isChanging]);
  const service = known.serviceOf(row.service_id);
  const isUsual = service !== null && service.id === known.usualServiceId;
  if ((edit.client && known.details.isPending) || known.services.isPending) {
    return (
      <Loading className="rounded-card border border-line px-4 py-4">
        <Skeleton className="w-32" />
        <Skeleton className="mt-3 w-24" />
      </Loading>
    );
  }
  if (isUsual && !isChanging) {
    return (
      <div className="flex flex-wrap items-center gap-x-4 rounded-card border border-edge px-4 py-3">
        <p className="min-w-0 flex-1 basis-28 wrap-break-word">
          <span className="block text-small font-medium text-soft">Usluga, kao prošli put</span>{' '}
          <span className="block font-display text-h3 font-[460]">{service.name}</span>{' '}
          <span className="block text-small text-soft">
            {`${durationText(service.duration_minutes)}, ${priceText(service.price)}`}
          </span>
        </p>
        <ChangeButton of="Usluga" onPress={() => setIsChanging(true)} />
      </div>
    );
  }
  const hint =
    values.when === 'free'
      ? undefined
      : row.times && longServiceHint(known.minutesOf(row.service_id), row.times);
  return (
    <div ref={place}>
      <SelectField
        name="service_id"
        value={row.service_id === null ? '' : String(row.service_id)}
        onChange={(id) => form.change({ service_id: id === '' ? NO_SERVICE : id, status: '' })}
        label="Usluga"
        options={options}
        hint={hint ?? (known.services.data?.length === 0 && <EmptyPriceList />)}
      />
    </div>
  );
}

function EmptyPriceList() {
  return (
    <>
      Cenovnik je prazan.{' '}
      <Link to={paths.adminServices} className="text-link-inline">
        Dodaj uslugu
      </Link>
    </>
  );
}
