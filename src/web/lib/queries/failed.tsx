import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, RotateCw } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../errors.ts';
import { useOutage } from '../outage.ts';
import { useIsEnded } from '../session/session.ts';

export interface FailedProps {
  query: Pick<UseQueryResult<unknown, Error>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  fallback: string;
}

/** A failed query with a retry button. During an outage or after the session's end it only names the missing content. */
export function Failed({ query: { data, error, refetch, isFetching }, fallback }: FailedProps) {
  const isOutage = useOutage() !== null;
  const isEnded = useIsEnded();
  if (isOutage || isEnded)
    return (
      data === undefined && (
        <p className="text-soft">Prikazaće se čim se {isOutage ? 'veza vrati' : 'prijavite'}.</p>
      )
    );
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-card border border-line bg-card p-5 text-error"
    >
      <p className="flex items-start gap-2.5">
        <CircleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
        {errorText(error, fallback)}
      </p>
      <Button variant="quiet" isSmall onClick={() => refetch()} isBusy={isFetching}>
        {!isFetching && <RotateCw aria-hidden="true" size={16} />}
        Pokušaj ponovo
      </Button>
    </div>
  );
}
