import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { Redirect, useSearchParams } from 'wouter';
import type { Service } from '#contract/services.ts';
import type { Work } from '#contract/work/pictures.ts';
import { serviceName } from '#domain/language/service-name.ts';
import { t } from '#domain/language/translate.ts';
import { lengthAndPrice } from '#domain/wording/services.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useServices } from '../lib/queries/queries.ts';
import { worksQuery } from '../lib/queries/work-queries.ts';
import { bookingPath, paths } from '../lib/routing/paths.ts';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { ListSkeleton, Page, PageHead, Section } from '../ui/page.tsx';
import { Pill } from '../ui/pill.tsx';
import { typed } from '../ui/sentence.tsx';

interface OfService {
  readonly service: Service;
  readonly works: readonly Work[];
}

const pathOf = ({ id, service_id }: Work): string => bookingPath({ services: [service_id], work: id });

interface ViewerProps {
  works: readonly Work[];
  shown: Work;
  service: Service;
  onShow: (work: Work) => void;
  onClose: () => void;
}

/** One work, with its neighbors and the link that books it. */
function Viewer({ works, shown, service, onShow, onClose }: ViewerProps) {
  const index = works.indexOf(shown);
  const step = (label: string, icon: typeof ChevronLeft, to: Work | undefined) => (
    <IconButton icon={icon} label={label} disabled={!to} onClick={() => to && onShow(to)} />
  );
  return (
    <Dialog title={serviceName(service)} lead={lengthAndPrice([service])} onClose={onClose}>
      <img
        src={shown.url}
        alt={t('Rad: {service}', { service: serviceName(service) })}
        width={shown.width}
        height={shown.height}
        className="mx-auto h-auto max-h-[60vh] w-auto max-w-full rounded-card"
        style={{ background: shown.color }}
      />
      <div className="my-2 flex items-center justify-center gap-4 text-small text-soft">
        {step(t('Prethodni rad'), ChevronLeft, works[index - 1])}
        <p aria-live="polite">{t('{n} od {count}', { n: index + 1, count: works.length })}</p>
        {step(t('Sledeći rad'), ChevronRight, works[index + 1])}
      </div>
      <ButtonLink to={pathOf(shown)} isBlock>
        {t('Zakaži ovako')}
      </ButtonLink>
      <p className="mt-2 text-center text-small text-soft">
        {t('Slika ide uz vašu rezervaciju, da znamo kako želite.')}
      </p>
    </Dialog>
  );
}

function Group({ of: { service, works }, onShow }: { of: OfService; onShow: (work: Work) => void }) {
  return (
    <Section title={serviceName(service)} aside={lengthAndPrice([service])}>
      <ul className="grid grid-cols-2 gap-x-3 gap-y-4 md:grid-cols-4">
        {works.map((work) => (
          <li key={work.id}>
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onShow(work)}
              className="block aspect-square w-full overflow-hidden rounded-[10px]"
              style={{ background: work.color }}
            >
              <img
                src={work.thumb}
                alt={t('Rad: {service}', { service: serviceName(service) })}
                width={work.width}
                height={work.height}
                loading="lazy"
                className="size-full object-cover"
              />
            </button>
            <ButtonLink to={pathOf(work)} variant="text" isSmall className="-ml-3">
              {t('Zakaži ovako')}
              <span className="sr-only">{`: ${serviceName(service)}`}</span>
            </ButtonLink>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function Works({ groups }: { groups: readonly OfService[] }) {
  const [address, setAddress] = useSearchParams();
  const set = (name: string, value: number | null) =>
    setAddress(
      (before) => {
        const next = new URLSearchParams(before);
        if (value === null) next.delete(name);
        else next.set(name, String(value));
        return next;
      },
      { replace: true },
    );
  const chosen = groups.find(({ service }) => service.id === Number(address.get('usluga')));
  const works = groups.flatMap((group) => group.works);
  const shown = works.find(({ id }) => id === Number(address.get('rad')));
  const service = groups.find((group) => shown && group.works.includes(shown))?.service;
  return (
    <>
      {groups.length > 1 && (
        <fieldset aria-label={t('Usluga')} className="flex flex-wrap gap-2">
          <Pill aria-pressed={!chosen} onClick={() => set('usluga', null)}>
            {t('Sve')}
          </Pill>
          {groups.map((group) => (
            <Pill
              key={group.service.id}
              aria-pressed={group === chosen}
              onClick={() => set('usluga', group.service.id)}
            >
              {typed(group.service.name, serviceName(group.service))}
            </Pill>
          ))}
        </fieldset>
      )}
      {(chosen ? [chosen] : groups).map((group) => (
        <Group key={group.service.id} of={group} onShow={({ id }) => set('rad', id)} />
      ))}
      {shown && service && (
        <Viewer
          {...{ works, shown, service }}
          onShow={({ id }) => set('rad', id)}
          onClose={() => set('rad', null)}
        />
      )}
    </>
  );
}

/** The page /works: the works by service. Redirects to the home page while there are none. docs/spec/behaviour.md §30.3 */
export default function WorksPage() {
  const works = useQuery(worksQuery);
  const services = useServices().data;
  if (works.data?.length === 0) return <Redirect to={paths.home} replace />;
  return (
    <Page width="home">
      <PageHead title={t('Naši radovi')} back={{ to: paths.home, label: t('Početna') }} />
      {services === undefined ? (
        <ListSkeleton rows={4} />
      ) : (
        <Loaded query={works} fallback={t('Greška pri učitavanju.')} skeleton={<ListSkeleton rows={4} />}>
          {(all) => {
            const groups = services.map((service) => ({
              service,
              works: all.filter(({ service_id }) => service_id === service.id),
            }));
            return <Works groups={groups.filter((group) => group.works.length > 0)} />;
          }}
        </Loaded>
      )}
    </Page>
  );
}
