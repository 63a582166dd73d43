import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { textOfError } from '#contract/page-errors.ts';
import type { Service } from '#contract/services.ts';
import { addonRefusal } from '#domain/appointments/addons.ts';
import { serviceName } from '#domain/language/service-name.ts';
import { t } from '#domain/language/translate.ts';
import { MAX_SERVICES_COUNT } from '#domain/limits.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { ANY_SERVICE, lengthAndPrice } from '#domain/wording/services.ts';
import { useServices } from '../lib/queries/queries.ts';
import { isStaff, useSession } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions, FormAlert } from '../ui/form.tsx';
import { typed } from '../ui/sentence.tsx';
import { foundByName, SEARCHED_FROM, ServiceSearch, ServicesUnknown } from './service-search.tsx';

interface RowProps {
  before?: ReactNode;
  type: 'radio' | 'checkbox';
  name: ReactNode;
  note: ReactNode;
  price?: string;
  isChecked: boolean;
  isDisabled?: boolean;
  onPick: () => void;
}

export function Row({ before, type, name, note, price, isChecked, isDisabled, onPick }: RowProps) {
  return (
    <label
      className={cx(
        'flex min-h-17 items-center gap-4 py-2',
        isDisabled ? 'text-soft' : 'cursor-pointer hover:text-link',
      )}
    >
      <input
        type={type}
        name="usluga"
        checked={isChecked}
        disabled={isDisabled}
        onChange={() => undefined} // onClick handles the press, because a press on the chosen service fires no change event
        onClick={onPick}
        className="size-5 shrink-0 accent-accent"
      />
      {before}
      <span className="min-w-0 flex-1 wrap-break-word">
        <span className="block font-display text-h3 font-[460]">{name}</span>
        <span className="block text-small text-soft">{note}</span>
      </span>
      {price && <span className="text-right tabular-nums">{price}</span>}
    </label>
  );
}

/** A click, Space or Enter chooses a service. Arrow keys only move the selection. */
export function usePicking<Id extends number>(chosen: Id | null, onChoose: (ids: readonly Id[]) => void) {
  const [marked, setMarked] = useState(chosen);
  const isPassing = useRef(false);
  return {
    marked,
    pick: (id: Id | null) => (isPassing.current ? setMarked(id) : onChoose(id === null ? [] : [id])),
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
  chosen: readonly number[];
  /** Whether the sheet opens in the mode for selecting several services. */
  isForSeveral?: boolean;
  /** Whether the sheet adds a service to the chosen ones: it then lists only the others. */
  isAdding?: boolean;
  onChoose: (ids: readonly number[]) => void;
  onClose: () => void;
}

interface ListProps {
  services: readonly Service[];
  first?: readonly number[];
  rowOf: (service: Service) => Omit<RowProps, 'name' | 'note' | 'price'>;
}

const PART = 'pt-5 pb-1 font-text text-small font-semibold text-soft';

/** Lists the services, then the add-ons. If `first` names services, these come first, in a frame together with the add-ons. */
function Services({ services, first = [], rowOf }: ListProps) {
  const row = (service: Service) => (
    <Row
      key={service.id}
      name={typed(service.name, serviceName(service))}
      note={
        <>
          {durationText(service.duration_minutes)}
          {service.description && (
            <span className="block whitespace-pre-line">{typed(service.description)}</span>
          )}
        </>
      }
      price={priceText(service.price)}
      {...rowOf(service)}
    />
  );
  const addons = services.filter(({ is_addon }) => is_addon);
  const others = services.filter(({ is_addon }) => !is_addon);
  const chosen = others.filter(({ id }) => first.includes(id));
  if (chosen.length === 0)
    return (
      <>
        {others.map(row)}
        {addons.length > 0 && <h3 className={PART}>{t('Dodaci')}</h3>}
        {addons.map(row)}
      </>
    );
  return (
    <>
      <div className="mt-3 divide-y divide-line rounded-card border-2 border-accent px-4">
        {[...chosen, ...addons].map(row)}
      </div>
      {others.length > chosen.length && <h3 className={PART}>{t('Dodaj još jednu uslugu')}</h3>}
      {others.filter((service) => !chosen.includes(service)).map(row)}
    </>
  );
}

interface SeveralProps {
  /** The whole price list; `services` has only those that the sheet shows. */
  list: readonly Service[];
  services: readonly Service[];
  chosen: readonly number[];
  onChoose: ServiceSheetProps['onChoose'];
}

function SeveralServices({ list, services, chosen, onChoose }: SeveralProps) {
  const [ids, setIds] = useState(chosen);
  const [refusal, setRefusal] = useState<string | null>(null);
  const place = useRef<HTMLFieldSetElement>(null);
  const session = useSession();
  useEffect(() => place.current?.querySelector('input')?.focus(), []);
  const ticked = list.filter(({ id }) => ids.includes(id));
  const toggle = (id: number) => {
    setRefusal(null);
    setIds(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id]);
  };
  const finish = () => {
    const code = addonRefusal(ticked, isStaff(session));
    if (code) setRefusal(textOfError(code));
    else onChoose(ticked.map(({ id }) => id));
  };
  return (
    <>
      <fieldset ref={place} aria-label={t('Usluge')} className="-mt-3 divide-y divide-line">
        <Services
          services={services}
          first={chosen}
          rowOf={({ id }) => ({
            type: 'checkbox',
            isChecked: ids.includes(id),
            isDisabled: ticked.length >= MAX_SERVICES_COUNT && !ids.includes(id),
            onPick: () => toggle(id),
          })}
        />
      </fieldset>
      <DialogActions>
        <FormAlert text={refusal} />
        <p role="status" className="mr-auto grow">
          <span className="block text-small text-soft">{t('Ukupno')}</span>
          <span className="block font-semibold tabular-nums">
            {ticked.length === 0 ? t('Nijedna usluga') : lengthAndPrice(ticked)}
          </span>
        </p>
        <Button onClick={finish}>{t('Gotovo')}</Button>
      </DialogActions>
    </>
  );
}

/** The sheet with the price list. A tap chooses one service and closes the sheet; 'Više usluga' opens the choice of several. */
export default function ServiceSheet(props: ServiceSheetProps) {
  const { chosen, isForSeveral = false, isAdding = false, onChoose, onClose } = props;
  const services = useServices();
  const { data = [] } = services;
  const isOwner = isStaff(useSession());
  const [isSeveral, setIsSeveral] = useState(isForSeveral || (chosen.length > 1 && !isAdding));
  const [sought, setSought] = useState('');
  const { marked, pick, keys } = usePicking(isAdding ? null : (chosen[0] ?? null), onChoose);
  const found = foundByName(data, sought, serviceName);
  const isOffered = ({ id, is_addon }: Service) =>
    isAdding ? !is_addon && !chosen.includes(id) : isOwner || !is_addon;
  return (
    <Dialog title={t('Usluga')} onClose={onClose}>
      {data.length >= SEARCHED_FROM && (
        <div className="mb-5">
          <ServiceSearch value={sought} onChange={setSought} isFound={found.length > 0} />
        </div>
      )}
      {isSeveral ? (
        <SeveralServices list={data} services={found} chosen={chosen} onChoose={onChoose} />
      ) : (
        <>
          <fieldset aria-label={t('Usluga')} {...keys} className="-mt-3 divide-y divide-line">
            {!isAdding && !sought.trim() && (
              <Row
                type="radio"
                name={t(ANY_SERVICE.name)}
                note={t(ANY_SERVICE.note)}
                isChecked={marked === null}
                onPick={() => pick(null)}
              />
            )}
            <Services
              services={found.filter(isOffered)}
              rowOf={({ id }) => ({ type: 'radio', isChecked: marked === id, onPick: () => pick(id) })}
            />
          </fieldset>
          {!isAdding && (
            <Button variant="quiet" isBlock onClick={() => setIsSeveral(true)} className="mt-4">
              {t('Više usluga')}
            </Button>
          )}
        </>
      )}
      {services.isError && !services.data && <ServicesUnknown query={services} />}
    </Dialog>
  );
}
