import { StickyNote } from 'lucide-react';
import type { ClientDetails } from '#contract/clients.ts';
import { displayDateTime } from '#domain/wording/dates.ts';
import { formatNumber } from '#domain/wording/numbers.ts';
import { cx } from '../../ui/cx.ts';

/** What the owner wrote down about the client, before anything else. */
export function PrivateNote({ text }: { text: string }) {
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 lg:hidden">
      <StickyNote aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0 text-link" />
      <span className="min-w-0 whitespace-pre-line wrap-anywhere">{text}</span>
    </p>
  );
}

/** How often the client came and what that brought, how often they did not come or cancelled. */
export function Figures({ client }: { client: ClientDetails }) {
  const main = [
    ['Posete', client.visits],
    ['Prihod (din)', client.revenue],
    ['Nedolasci', client.no_shows],
  ] as const;
  const cancelled = [
    ['Otkazivanja', client.cancellations],
    ['Kasna otkazivanja', client.late_cancellations],
  ] as const;
  return (
    <div className="overflow-hidden rounded-card border border-line bg-line">
      <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,5.25rem),1fr))] gap-px bg-line">
        {main.map(([name, count]) => (
          <div key={name} className="bg-card px-3 py-3 md:px-4">
            <dt className="text-label text-soft">{name}</dt>
            <dd className="mt-0.5 font-display text-h2 font-[440] wrap-anywhere tabular-nums">
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      <dl className="mt-px grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-px bg-line">
        {cancelled.map(([name, count]) => (
          <div
            key={name}
            className="flex flex-wrap items-baseline justify-between gap-x-2 bg-card px-3 py-2 md:px-4"
          >
            <dt className="text-label text-soft">{name}</dt>
            <dd className={cx('text-small font-semibold tabular-nums', count === 0 && 'text-soft')}>
              {formatNumber(count)}
            </dd>
          </div>
        ))}
      </dl>
      {client.last_visit && (
        <p className="border-t border-line bg-card px-3 py-2 text-label text-soft md:px-4">
          Poslednja poseta {displayDateTime(client.last_visit)}
        </p>
      )}
    </div>
  );
}
