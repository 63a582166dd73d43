import { QueryClient } from '@tanstack/react-query';
import { errorStatus } from './api-error.ts';

const FRESH_MS = 15_000;
const RETRIES = 2;
const RETRY_MS = 500;

/** A refusal is an answer: asking again changes nothing. Only silence and 5xx are tried again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = errorStatus(error) ?? 0;
  return failures < RETRIES && (status === 0 || status >= 500);
}

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      // 'always': without a network a screen says so at once instead of waiting for one
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: isWorthRetrying,
        retryDelay: (failures) => RETRY_MS * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
