import type { UseQueryResult } from '@tanstack/react-query';
import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '#domain/language/translate.ts';
import { Button } from '../../ui/button.tsx';
import { errorText } from '../api.ts';
import { useOutage } from '../outage.ts';
import { useIsEnded } from '../session/session.ts';

export interface FailedProps {
  query: Pick<UseQueryResult<unknown, Error>, 'data' | 'error' | 'refetch' | 'isFetching'>;
  fallback: string;
}

/** Says that a query failed, with a retry button. In an outage or after the session's end, says only that the content appears after the reconnection or the login. */
export function Failed({ query: { data, error, refetch, isFetching }, fallback }: FailedProps) {
  const isOutage = useOutage() !== null;
  const isEnded = useIsEnded();
  if (isOutage || isEnded)
    return (
      data === undefined && (
        <p className="text-soft">
          {t(isOutage ? 'Prikazaće se čim se veza vrati.' : 'Prikazaće se čim se prijavite.')}
        </p>
      )
    );
  return (
    <div
      role="alert"
      className="grid justify-items-start gap-3 rounded-card border border-line bg-card p-5 text-error"
    >
      <p className="flex items-start gap-2.5">
        <CircleAlert className="mt-0.5 shrink-0" />
        {errorText(error, fallback)}
      </p>
      <Button variant="quiet" isSmall onClick={() => refetch()} isBusy={isFetching}>
        {!isFetching && <RotateCw size={16} strokeWidth={2} />}
        {t('Pokušaj ponovo')}
      </Button>
    </div>
  );
}

export interface LoadedProps<T> {
  query: UseQueryResult<T, Error>;
  fallback: string;
  skeleton: ReactNode;
  failed?: ReactNode;
  empty?: ReactNode;
  children: (data: NonNullable<T>) => ReactNode;
}

const isNothing = (data: unknown): boolean => data === null || (Array.isArray(data) && data.length === 0);

/** Shows a query in its four states: loading, failed, empty, loaded. If a refetch fails, the loaded data stays below the error. */
export function Loaded<T>({ query, fallback, skeleton, failed, empty, children }: LoadedProps<T>) {
  const { data, error } = query;
  const failure = error && (failed || <Failed query={query} fallback={fallback} />);
  if (data === undefined) return failure || skeleton;
  return (
    <>
      {failure && <div className="mb-3 empty:hidden">{failure}</div>}
      {data === null || (empty !== undefined && isNothing(data)) ? empty : children(data as NonNullable<T>)}
    </>
  );
}
