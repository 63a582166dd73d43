import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Pencil, Trash2 } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import type { Service } from '#contract/services.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { NextStep } from '../admin/first-steps.tsx';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { Loaded } from '../lib/queries/loaded.tsx';
import { serviceQueries, useServices } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { Badge } from '../ui/badge.tsx';
import { useIsDesktop } from '../ui/browser.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { Page, PageHead, Section } from '../ui/page.tsx';
import { EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { toast } from '../ui/toast.ts';
import { PriceList } from './price-list.tsx';
import { AddService, EditService, useInvalidateServices } from './service-form.tsx';

type Step = -1 | 1;

interface ServiceRowProps {
  service: Service;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: Step) => void;
  onEdit: () => void;
  onDelete: () => void;
}

function ConfirmDelete({ service, onClose }: { service: Service; onClose: () => void }) {
  const invalidate = useInvalidateServices();
  return (
    <ConfirmDeletion
      question={`Obrisati uslugu „${service.name}“? Zakazani termini zadržavaju njen naziv i cenu.`}
      send={() => request('DELETE /services/{id}', { params: { id: service.id } })}
      onDeleted={() => {
        invalidate();
        toast('success', 'Usluga je obrisana.');
        onClose();
      }}
      fallback="Greška pri brisanju."
      onCancel={onClose}
    />
  );
}

/** Styles of the label next to an icon: visually hidden in narrow lists. */
const WORD = '@max-[42rem]:sr-only';

function ServiceRow({ service, isFirst, isLast, onMove, onEdit, onDelete }: ServiceRowProps) {
  const { id, name, price, duration_minutes } = service;
  return (
    <div className="grid grid-cols-[1fr_auto_auto] items-center py-2 pr-2 pl-4 @[42rem]:grid-cols-[auto_1fr_6rem_5rem_auto] @[58rem]:grid-cols-[auto_1fr_9rem_12rem_auto] @[42rem]:gap-x-4 @[42rem]:py-1.5 @[42rem]:pl-2">
      <span className="flex @max-[42rem]:order-4">
        <IconButton
          icon={ArrowUp}
          label="Pomeri gore"
          description={name}
          data-move={`${id} -1`}
          disabled={isFirst}
          onClick={() => onMove(-1)}
        />
        <IconButton
          icon={ArrowDown}
          label="Pomeri dole"
          description={name}
          data-move={`${id} 1`}
          disabled={isLast}
          onClick={() => onMove(1)}
        />
      </span>
      <h2 className="min-w-0 text-h3 @max-[42rem]:order-1 @max-[42rem]:col-span-2 @max-[42rem]:pt-1.5 @max-[19rem]:col-span-3">
        {name}
      </h2>
      <span
        className={cx(
          'font-medium whitespace-nowrap tabular-nums @max-[42rem]:order-2 @max-[42rem]:self-start @max-[42rem]:pt-1.5 @max-[42rem]:pr-2 @max-[42rem]:pl-3 @max-[19rem]:col-span-3 @max-[19rem]:justify-self-start @max-[19rem]:pl-0 text-right',
          price === 0 && 'text-soft',
        )}
      >
        {priceText(price)}
      </span>
      <span className="text-small text-soft @max-[42rem]:order-3">{durationText(duration_minutes)}</span>
      <span className="flex justify-end @max-[42rem]:order-5">
        <Button variant="ink" isSmall aria-description={name} data-edit={id} onClick={onEdit}>
          <Pencil aria-hidden="true" size={18} strokeWidth={1.75} />
          <span className={WORD}>Izmeni</span>
        </Button>
        <Button variant="ink" isSmall aria-description={name} onClick={onDelete}>
          <Trash2 aria-hidden="true" size={18} strokeWidth={1.75} />
          <span className={WORD}>Obriši</span>
        </Button>
      </span>
    </div>
  );
}

/** Returns the list with one service moved up or down by one place. */
function moved(services: readonly Service[], index: number, step: Step): Service[] {
  const next = [...services];
  const [service] = next.splice(index, 1);
  if (service) next.splice(index + step, 0, service);
  return next;
}

/** Whether nothing is focused, or only a disabled button. */
const isFocusLost = (): boolean =>
  document.activeElement === document.body || document.activeElement?.matches(':disabled') === true;

/**
 * Restores the focus after a move or the end of an edit, which removes the focused button. `focusNext` takes selectors; the first that
 * matches is focused. The moved list may render later than the press, so each new order is searched again.
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

const { queryKey } = serviceQueries.list();

/** Saves the order of services and updates the list optimistically. Requests run one after another (`scope`), so the last order wins. */
function useOrderServices(onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const invalidate = useInvalidateServices();
  return useMutation({
    scope: { id: 'services-order' },
    mutationFn: (services: readonly Service[]) =>
      request('PUT /services/order', { body: { ids: services.map(({ id }) => id) } }),
    onMutate: async (services) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, [...services]);
    },
    onError: (error) => {
      onRefused(error);
      invalidate();
    },
  });
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

function ServiceList({ onAdd }: { onAdd: () => void }) {
  const none = (
    <EmptyState title="Trenutno nema usluga." isCard>
      <Button variant="quiet" isSmall onClick={onAdd} className="mt-2">
        Dodaj prvu uslugu
      </Button>
    </EmptyState>
  );
  return (
    <Loaded
      query={useServices()}
      fallback="Greška pri učitavanju."
      skeleton={<ListSkeleton rows={5} />}
      empty={none}
    >
      {(services) => <Services services={services} />}
    </Loaded>
  );
}

/** The form, the way to the next of the first steps, and the price list as it grows. */
function AddTab() {
  const isEmpty = useServices().data?.length === 0;
  return (
    <>
      <AddService />
      <NextStep after="services" />
      {!isEmpty && (
        <Section title="Cenovnik" className="max-w-home">
          <PriceList />
        </Section>
      )}
    </>
  );
}

/** /admin/services (docs/spec/product.md §2.15). On desktops the form that adds a service is beside the list. */
export default function ServicesManagePage() {
  const [tab, setTab] = useTab(['pregled', 'dodaj']);
  const isDesktop = useIsDesktop();
  const count = useServices().data?.length ?? 0;
  const tabs = [
    { id: 'dodaj', label: 'Dodaj uslugu' },
    { id: 'pregled', label: 'Pregled svih usluga', badge: <Badge count={count} isQuiet /> },
  ] as const;
  return (
    <Page width="admin">
      <PageHead title="Usluge" back={{ to: paths.admin, label: 'Admin panel' }} />
      <Tabs label="Usluge" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' && <AddTab />}
        {tab === 'pregled' && (
          <div className={cx(isDesktop && 'grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-8')}>
            <ServiceList onAdd={() => setTab('dodaj')} />
            {isDesktop && <AddService />}
          </div>
        )}
      </Tabs>
    </Page>
  );
}
