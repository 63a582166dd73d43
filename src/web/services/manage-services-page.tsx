import { Pencil, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Service } from '#contract/services.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { NextStep } from '../admin/first-steps.tsx';
import { request } from '../lib/api.ts';
import { useIsDesktop } from '../lib/device/owners-screen.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useReorder } from '../lib/forms/reorder.tsx';
import { usePaymentsOn } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { servicesQuery, useSalon, useServices } from '../lib/queries/queries.ts';
import { ownersPage, TO_PANEL } from '../lib/routing/owners-page.tsx';
import PlansTab from '../payments/plans-tab.tsx';
import { useTechnicians } from '../technicians/technicians.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { List } from '../ui/list.tsx';
import { EmptyState, ListSkeleton, Page, PageHead, Section } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import WorksTab from '../works/works-tab.tsx';
import { PriceList } from './price-list.tsx';
import { AddService, EditService, useInvalidateServices } from './service-form.tsx';

/** Styles of the label next to an icon: visually hidden in narrow lists. */
const WORD = '@max-[42rem]:sr-only';

function ServiceRow(props: { service: Service; moves: ReactNode; onEdit: () => void; onDelete: () => void }) {
  const { service, moves, onEdit, onDelete } = props;
  const { id, name, price, duration_minutes, group_name, is_addon, is_offered } = service;
  const marks = [group_name, is_addon && 'dodatak', !is_offered && 'ne nudi se'].filter(Boolean).join(', ');
  return (
    <div className="grid grid-cols-[1fr_auto_auto] items-center py-2 pr-2 pl-4 @[42rem]:grid-cols-[auto_1fr_6rem_5rem_auto] @[58rem]:grid-cols-[auto_1fr_9rem_12rem_auto] @[42rem]:gap-x-4 @[42rem]:py-1.5 @[42rem]:pl-2">
      <span className="flex @max-[42rem]:order-4">{moves}</span>
      <div className="min-w-0 @max-[42rem]:order-1 @max-[42rem]:col-span-2 @max-[42rem]:pt-1.5 @max-[19rem]:col-span-3">
        <h2 className="text-h3">{name}</h2>
        {marks && <p className="text-small text-soft">{marks}</p>}
      </div>
      <span
        className={cx(
          'font-medium whitespace-nowrap tabular-nums @max-[42rem]:order-2 @max-[42rem]:self-start @max-[42rem]:pt-1.5 @max-[42rem]:pr-2 @max-[42rem]:pl-3 @max-[19rem]:justify-self-start @max-[19rem]:pl-0 text-right',
          price === 0 && 'text-soft',
        )}
      >
        {priceText(price)}
      </span>
      <span
        className={cx(
          'text-small text-soft @max-[42rem]:order-3 @max-[19rem]:col-span-2',
          duration_minutes !== null && 'whitespace-nowrap',
        )}
      >
        {durationText(duration_minutes)}
      </span>
      <span className="flex justify-end @max-[42rem]:order-5 @max-[19rem]:col-span-2">
        <Button icon={Pencil} variant="ink" isSmall aria-description={name} data-edit={id} onClick={onEdit}>
          <span className={WORD}>Izmeni</span>
        </Button>
        <Button icon={Trash2} variant="ink" isSmall aria-description={name} onClick={onDelete}>
          <span className={WORD}>Obriši</span>
        </Button>
      </span>
    </div>
  );
}

const { queryKey } = servicesQuery;

/** The question before a deletion. Names the technicians who do only this service: after the deletion they do all services. docs/spec/behaviour.md §16.1 */
function Deletion({ service: { id, name }, onClose }: { service: Service; onClose: () => void }) {
  const technicians = useTechnicians().filter(({ service_ids }) => service_ids?.join() === String(id));
  const names = technicians.map((technician) => technician.name).join(', ');
  return (
    <ConfirmDeletion
      question={`Obrisati uslugu „${name}“? Zakazani termini zadržavaju njen naziv i cenu.${names && ` Sve usluge posle toga radi: ${names}.`}`}
      send={() => request('DELETE /services/{id}', { params: { id } })}
      done="Usluga je obrisana."
      onDeleted={useInvalidateServices()}
      fallback="Greška pri brisanju."
      onClose={onClose}
    />
  );
}

function Services({ services }: { services: readonly Service[] }) {
  const [editedId, setEditedId] = useState<number | null>(null);
  const [deleted, setDeleted] = useState<Service | null>(null);
  const { list, focusNext, gripOf, buttonsOf, status } = useReorder({
    items: services,
    queryKey,
    save: (ids) => request('PUT /services/order', { body: { ids } }),
  });
  const endEdit = (id: number) => {
    setEditedId((now) => (now === id ? null : now)); // the owner may already edit another service
    focusNext(`[data-edit="${id}"]`);
  };
  return (
    <>
      <List
        ref={list}
        className="@container [&>[data-drop]]:bg-blush [&>[data-drop]]:shadow-[inset_0_2px_0_var(--color-link)]"
      >
        {services.map((service) => (
          <li key={service.id}>
            {service.id === editedId ? (
              <EditService service={service} onClose={() => endEdit(service.id)} />
            ) : (
              <ServiceRow
                service={service}
                moves={
                  <>
                    {gripOf(service)}
                    {buttonsOf(service)}
                  </>
                }
                onEdit={() => setEditedId(service.id)}
                onDelete={() => setDeleted(service)}
              />
            )}
          </li>
        ))}
      </List>
      {status}
      {deleted && <Deletion service={deleted} onClose={() => setDeleted(null)} />}
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

/** /admin/services (docs/spec/product.md §2.15). On desktops the form that adds a service is next to the list. */
function ServicesManagePage() {
  const [tab, setTab] = useTab(['pregled', 'dodaj', 'paketi', 'radovi']);
  const hasPlans = usePaymentsOn();
  const works = useSalon().data?.works ?? 0;
  const isDesktop = useIsDesktop();
  const services = useServices().data;
  const tabs = [
    { id: 'dodaj', label: 'Dodaj uslugu' },
    { id: 'pregled', label: 'Pregled svih usluga', badge: <Badge count={services?.length ?? 0} isQuiet /> },
    ...(hasPlans ? [{ id: 'paketi', label: 'Paketi' } as const] : []),
    { id: 'radovi', label: 'Naši radovi', badge: <Badge count={works} isQuiet /> },
  ] as const;
  return (
    <Page width="admin">
      <PageHead title="Usluge" back={TO_PANEL} />
      <Tabs label="Usluge" tabs={tabs} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' && (
          <>
            <AddService />
            <NextStep after="services" />
            {services?.length !== 0 && (
              <Section title="Cenovnik" className="max-w-home">
                <PriceList />
              </Section>
            )}
          </>
        )}
        {tab === 'pregled' && (
          <div className={cx(isDesktop && 'grid grid-cols-[minmax(0,1fr)_22rem] items-start gap-8')}>
            <ServiceList onAdd={() => setTab('dodaj')} />
            {isDesktop && <AddService />}
          </div>
        )}
        {tab === 'paketi' && hasPlans && <PlansTab />}
        {tab === 'radovi' && <WorksTab />}
      </Tabs>
    </Page>
  );
}

export default ownersPage(ServicesManagePage);
