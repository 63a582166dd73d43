import type { UseQueryResult } from '@tanstack/react-query';
import { StickyNote, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { NO_SHOWS } from '#domain/wording/counted-words.ts';
import { counted } from '#domain/wording/numbers.ts';
import { Failed } from '../../lib/queries/failed.tsx';
import { Initials } from '../../ui/list.tsx';
import type { PickedClient } from '../new-client-dialog.tsx';

type Details = ResponseBody<'GET /users/{id}'>;

/** What the owner should have in sight: the private note, and how often the client did not come. */
function ClientNotes({
  details,
}: {
  details: Pick<UseQueryResult<Details>, 'data' | 'error' | 'refetch' | 'isFetching'>;
}) {
  const { data, error } = details;
  if (error && !data) return <Failed query={details} fallback="Beleška o klijentkinji nije učitana." />;
  return (
    <div className="grid gap-2 empty:hidden">
      {data?.notes && (
        <p className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small font-medium">
          <StickyNote aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-link" />
          <span className="sr-only">Beleška: </span>
          <span className="min-w-0 whitespace-pre-line wrap-break-word">{data.notes}</span>
        </p>
      )}
      {Boolean(data?.no_shows) && (
        <p className="flex items-start gap-2.5 rounded-card bg-warn-tint px-4 py-3 text-small text-warn">
          <TriangleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
          {counted(data?.no_shows ?? 0, NO_SHOWS)}
        </p>
      )}
    </div>
  );
}

export interface ClientCardProps {
  client: PickedClient;
  details: UseQueryResult<Details>;
  /** The way to another one. */
  change: ReactNode;
}

/** The client who was chosen, with what the salon should remember of them. */
export function ClientCard({ client, details, change }: ClientCardProps) {
  return (
    <div className="grid grid-cols-1 gap-2">
      <div className="flex min-h-17 flex-wrap items-center gap-x-3 rounded-card border border-edge px-4 py-3">
        <Initials of={client.name} />
        <p className="min-w-0 flex-1 basis-24 wrap-break-word">
          <span className="block font-display text-h3 font-[460]">{client.name}</span>
          <span className="block text-small whitespace-nowrap text-soft">
            {client.phone ?? 'bez telefona'}
          </span>
        </p>
        {change}
      </div>
      <ClientNotes details={details} />
    </div>
  );
}

/** Takes the choice back. */
export function ChangeButton({ of, onPress }: { of: string; onPress: () => void }) {
  return (
    <button
      type="button"
      onClick={onPress}
      aria-description={of}
      className="-mr-2 min-h-11 shrink-0 rounded-card px-2 font-semibold text-link hover:bg-blush"
    >
      Promeni
    </button>
  );
}
