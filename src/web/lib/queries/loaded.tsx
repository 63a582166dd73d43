import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Failed } from './failed.tsx';

export interface LoadedProps<T> {
  query: UseQueryResult<T, Error>;
  /** The error text if the server sent none (docs/spec/product.md §8.1). */
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
