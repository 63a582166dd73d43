import { useEffect, useRef, useState } from 'react';
import type { Service } from '#contract/services.ts';
import { errorText } from '../lib/errors.ts';
import { paths } from '../lib/paths.ts';
import { useServices } from '../lib/query-hooks.ts';
import { ButtonLink } from '../ui/button.tsx';
import { List } from '../ui/list.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';
import { useOrderServices } from './queries.ts';
import { EditService } from './service-form.tsx';
import { ConfirmDelete, ServiceRow, type Step } from './service-row.tsx';

/** The list with one service moved by a place; itself where there is no such place. */
function moved(services: readonly Service[], index: number, step: Step): Service[] {
  const next = [...services];
  const [service] = next.splice(index, 1);
  if (service) next.splice(index + step, 0, service);
  return next;
}

/** Nothing has the focus, or a button that can no longer be pressed. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;

/**
 * Moving a row or ending its edit takes the focused button off the page: the focus then goes to the first of these places
 * that exists. The moved list may be rendered a moment later than the press, so every new list is searched again.
 */
function useNextFocus(services: readonly Service[]) {
  const list = useRef<HTMLUListElement>(null);
  const [wanted, setWanted] = useState<readonly string[]>([]);
  const order = services.map(({ id }) => id).join();
  useEffect(() => {
    if (order === '' || !isFocusLost()) return;
    const found = wanted.map((place) => list.current?.querySelector<HTMLElement>(place));
    found.find((element) => element)?.focus();
  }, [wanted, order]);
  return { list, focusNext: (...places: string[]) => setWanted(places) };
}

function Services({ services }: { services: readonly Service[] }) {
  const [editedId, setEditedId] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<Service | null>(null);
  const [announced, setAnnounced] = useState('');
  const { list, focusNext } = useNextFocus(services);
  const order = useOrderServices((error) => toast('error', errorText(error, 'Greška pri čuvanju.')));
  const move = (service: Service, index: number, step: Step) => {
    order.mutate(moved(services, index, step));
    setAnnounced(`${service.name}: mesto ${index + step + 1} od ${services.length}`);
    focusNext(`[data-move="${service.id} ${step}"]:enabled`, `[data-move="${service.id} ${-step}"]`);
  };
  const endEdit = (id: number) => {
    setEditedId(null);
    focusNext(`[data-edit="${id}"]`);
  };
  return (
    <>
      <List ref={list} className="@container">
        {services.map((service, index) => (
          <li key={service.id}>
            {service.id === editedId ? (
              <EditService service={service} onClose={() => endEdit(service.id)} />
            ) : (
              <ServiceRow
                service={service}
                isFirst={index === 0}
                isLast={index === services.length - 1}
                onMove={(step) => move(service, index, step)}
                onEdit={() => setEditedId(service.id)}
                onDelete={() => setDeleted(service)}
              />
            )}
          </li>
        ))}
      </List>
      <p role="status" className="sr-only">
        {announced}
      </p>
      {deleted && <ConfirmDelete service={deleted} onClose={() => setDeleted(null)} />}
    </>
  );
}

/** The price list as the owner keeps it: edited in place, in the owner's order. */
export function ServiceList() {
  const { data, isPending } = useServices();
  if (isPending) return <ListSkeleton rows={5} />;
  if (!data?.length)
    return (
      <EmptyState title="Trenutno nema usluga." isCard>
        <ButtonLink to={paths.adminServices} variant="quiet" isSmall className="mt-2">
          Dodaj uslugu
        </ButtonLink>
      </EmptyState>
    );
  return <Services services={data} />;
}
