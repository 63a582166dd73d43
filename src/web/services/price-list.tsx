import { Fragment } from 'react';
import { Link } from 'wouter';
import type { ResponseBody } from '#contract/index.ts';
import { serviceName } from '#domain/language/service-name.ts';
import { t } from '#domain/language/translate.ts';
import { durationText, priceText } from '#domain/wording/numbers.ts';
import { useServices } from '../lib/queries/queries.ts';
import { bookingPath } from '../lib/routing/paths.ts';
import { cx } from '../ui/cx.ts';
import { Loading, Skeleton } from '../ui/page.tsx';
import { typed } from '../ui/sentence.tsx';

type Level = 'h2' | 'h3';
type Service = ResponseBody<'GET /services'>[number];

function Line({ service, level: Name }: { service: Service; level: Level }) {
  return (
    <li className="relative -mx-3 rounded-card px-3 py-2.25 transition-colors hover:bg-blush">
      <div className="flex flex-wrap items-baseline-last gap-x-2">
        <Name className="min-w-0 max-w-max grow-999 basis-[7rem] text-h3 text-pretty tracking-[-0.006em]">
          <Link
            to={bookingPath({ services: [service.id] })}
            className="outline-none after:absolute after:inset-0 after:rounded-card after:content-[''] focus-visible:after:outline-2 focus-visible:after:outline-link"
          >
            {typed(service.name, serviceName(service))}
          </Link>
        </Name>
        <span
          aria-hidden="true"
          className="min-w-4 flex-1 -translate-y-0.75 border-b-[1.5px] border-dotted border-edge opacity-70"
        />
        <span
          className={cx('ml-auto font-medium whitespace-nowrap tabular-nums', !service.price && 'text-soft')}
        >
          {service.price_from
            ? t('od {sum}', { sum: priceText(service.price_from) })
            : priceText(service.price)}
        </span>
      </div>
      <p className="text-small text-soft">{durationText(service.duration_minutes)}</p>
      {service.description && (
        <p className="text-small text-pretty whitespace-pre-line text-soft">{typed(service.description)}</p>
      )}
    </li>
  );
}

const ADDONS = 'Dodaci';

/** The parts of the price list: the groups once there are two, services without a group before them, add-ons last. */
function groupsOf(services: readonly Service[]) {
  const isGrouped = new Set(services.flatMap(({ group_name }) => group_name ?? [])).size > 1;
  const titleOf = ({ is_addon, group_name }: Service) =>
    is_addon ? ADDONS : (isGrouped && group_name) || '';
  const rank = (title: string) => (title === '' ? 0 : title === ADDONS ? 2 : 1);
  return [...Map.groupBy(services, titleOf)].sort(([a], [b]) => rank(a) - rank(b));
}

function PriceListSkeleton() {
  return (
    <Loading className="mt-3">
      {['w-32', 'w-44', 'w-36', 'w-52', 'w-40', 'w-28'].map((width) => (
        <div key={width} className="py-2.25">
          <div className="flex h-6 items-center justify-between">
            <Skeleton className={width} />
            <Skeleton className="w-20" />
          </div>
          <Skeleton className="mt-1.5 mb-1 h-2.5 w-14" />
        </div>
      ))}
    </Loading>
  );
}

/** The price list as a printed menu with dotted leaders. `level` is the heading level of the service names. */
export function PriceList({ level: Level = 'h3' }: { level?: Level }) {
  const { data, isPending } = useServices();
  if (isPending) return <PriceListSkeleton />;
  const offered = data?.filter(({ is_offered }) => is_offered) ?? []; // staff also get the others
  if (offered.length === 0) return <p className="mt-3 text-soft">{t('Trenutno nema usluga.')}</p>;
  return groupsOf(offered).map(([title, services], n) => (
    <Fragment key={title}>
      {title && (
        <Level className={cx('font-text text-small font-semibold text-soft', n > 0 ? 'mt-6' : 'mt-3')}>
          {title === ADDONS ? t(ADDONS) : typed(title)}
        </Level>
      )}
      <ul className="mt-3">
        {services.map((service) => (
          <Line key={service.id} service={service} level={Level} />
        ))}
      </ul>
    </Fragment>
  ));
}
