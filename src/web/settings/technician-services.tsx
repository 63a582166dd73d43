import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import { serviceIdsIn } from '#domain/appointments/lines.ts';
import { type ServiceId, toId } from '#domain/ids.ts';
import type { Term } from '#domain/technicians.ts';
import { durationText, numberTyped, priceText } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/checkbox.tsx';
import { TextField } from '../ui/field.tsx';
import type { FieldState } from '../ui/use-form.ts';

/** The value of a technician who does every service, also those added later. */
export const ALL_SERVICES = 'all';

/** The typed numbers of a term: '' is that of the price list, or her share of everything. */
const EMPTY = { minutes: '', price: '', percent: '' };
type TypedTerm = typeof EMPTY;
type Typed = Record<string, TypedTerm>;

const typedIn = (value: string): Typed => JSON.parse(value);

export const termsInField = (terms: readonly Term[] = []): string =>
  JSON.stringify(
    Object.fromEntries(
      terms.map(({ service_id, duration_minutes, price, percent }) => [
        service_id,
        {
          minutes: String(duration_minutes ?? ''),
          price: String(price ?? ''),
          percent: String(percent ?? ''),
        },
      ]),
    ) satisfies Typed,
  );

const numberOrNull = (text: string): number | null => (text.trim() === '' ? null : numberTyped(text));

/** The terms of the services that she does, for the request. */
export const termsOf = (
  value: string,
  serviceIds: string,
): NonNullable<RequestBody<'POST /technicians'>['terms']> =>
  Object.entries(typedIn(value))
    .filter(
      ([id]) => serviceIds === ALL_SERVICES || serviceIdsIn(serviceIds).some((one) => String(one) === id),
    )
    .map(([id, { minutes, price, percent }]) => ({
      service_id: toId(Number(id)),
      duration_minutes: numberOrNull(minutes),
      price: numberOrNull(price),
      percent: numberOrNull(percent),
    }));

/** True if the text is a share or nothing. */
export const isPercent = (text: string): boolean => /^(\d{1,2}|100)?$/.test(text.trim());

/** The error for a term that is no number, or no share. */
export function termsRefusal(value: string): string | undefined {
  const isNumber = (text: string) => text.trim() === '' || numberTyped(text) !== null;
  const isWhole = (text: string) => Number.isInteger(numberOrNull(text) ?? 0);
  const terms = Object.values(typedIn(value));
  if (!terms.every(({ percent }) => isPercent(percent))) return 'Udeo je ceo broj od 0 do 100.';
  const isGood = terms.every(
    ({ minutes, price }) => isNumber(minutes) && isNumber(price) && isWhole(minutes),
  );
  return isGood ? undefined : 'Vreme je ceo broj minuta, a cena je broj, na primer 2.500.';
}

interface TermProps {
  service: { id: ServiceId; name: string; duration_minutes: number | null; price: number };
  typed: TypedTerm | undefined;
  /** Her share of everything; undefined: shares are not shown. */
  share: string | undefined;
  onChange: (typed: TypedTerm) => void;
}

/** Her own minutes, price and share for a service, behind a button that shows what differs from the price list. */
function OwnTerm({ service, typed = EMPTY, share, onChange }: TermProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { minutes, price, percent } = typed;
  const differs = [
    minutes && `${minutes} min`,
    price && `${price} din`,
    share !== undefined && percent && `${percent} %`,
  ].filter(Boolean);
  const fieldOf = (key: keyof TypedTerm) => ({
    name: `${key}-${service.id}`,
    autoComplete: 'off',
    error: undefined,
    value: typed[key],
    onChange: (text: string) => onChange({ ...typed, [key]: text }),
  });
  return (
    <>
      <Button
        variant="text"
        isSmall
        aria-expanded={isOpen}
        aria-description={service.name}
        onClick={() => setIsOpen(!isOpen)}
        className="-mr-3 tabular-nums"
      >
        {differs.join(' · ') || (share === undefined ? 'Vreme i cena' : 'Vreme, cena i udeo')}
      </Button>
      {isOpen && (
        <div className="grid basis-full grid-cols-2 gap-3 pb-3">
          <TextField
            {...fieldOf('minutes')}
            label="Trajanje (min)"
            inputMode="numeric"
            hint={minutes === '' && `Prazno = ${durationText(service.duration_minutes)}`}
          />
          <TextField
            {...fieldOf('price')}
            label="Cena (din)"
            inputMode="decimal"
            hint={price === '' && `Prazno = ${priceText(service.price)}`}
          />
          {share !== undefined && (
            <TextField
              {...fieldOf('percent')}
              label="Udeo (%)"
              inputMode="numeric"
              hint={percent === '' && `Prazno = ${share.trim() === '' ? 'bez obračuna' : `${share} %`}`}
            />
          )}
        </div>
      )}
    </>
  );
}

interface ServicesProps {
  field: FieldState<string>;
  terms: FieldState<string>;
  share: string | undefined;
}

/** A checkbox per service with her own minutes, price and share. If all are checked, saves ALL_SERVICES. docs/spec/behaviour.md §26.3 */
export function TechnicianServices({ field, terms, share }: ServicesProps) {
  const services = useServices().data ?? [];
  const all = services.map(({ id }) => id);
  const done = field.value === ALL_SERVICES ? all : serviceIdsIn(field.value);
  const typed = typedIn(terms.value);
  const error = field.error || terms.error;
  const choose = (ids: readonly ServiceId[]) =>
    field.onChange(ids.length === all.length ? ALL_SERVICES : ids.join());
  return (
    <fieldset aria-describedby={error ? 'sta-radi' : undefined}>
      <legend className="text-small font-medium">Šta radi</legend>
      {done.length < all.length && (
        <Button variant="text" isSmall onClick={() => choose(all)}>
          Označi sve
        </Button>
      )}
      <ul>
        {services.map((service) => (
          <li key={service.id} className="flex flex-wrap items-center justify-between gap-x-3">
            <Checkbox
              label={service.name}
              isOn={done.includes(service.id)}
              onChange={(isOn) =>
                choose(all.filter((one) => (one === service.id ? isOn : done.includes(one))))
              }
            />
            {done.includes(service.id) && (
              <OwnTerm
                service={service}
                typed={typed[service.id]}
                share={share}
                onChange={(term) => terms.onChange(JSON.stringify({ ...typed, [service.id]: term }))}
              />
            )}
          </li>
        ))}
      </ul>
      <p className="text-small text-soft">
        {share === undefined
          ? 'Gde piše vreme ili cena, kod nje je drugačije nego u cenovniku.'
          : 'Gde piše vreme, cena ili udeo, za tu uslugu je drugačije.'}
      </p>
      {error && (
        <p id="sta-radi" role="alert" className="text-small text-error">
          {error}
        </p>
      )}
    </fieldset>
  );
}
