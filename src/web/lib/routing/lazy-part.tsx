import { type ReactNode, Suspense, useSyncExternalStore } from 'react';
import { type LazyPage, useLazyPage } from './lazy-page.ts';

const never = () => () => undefined;

interface LazyPartProps<Props> {
  part: LazyPage<Props>;
  props: Props;
  fallback?: ReactNode;
}

/** A part of a page, or a dialog, in its own chunk. The server renders the fallback: it does not wait for chunks. */
export function LazyPart<Props extends object>({ part, props, fallback }: LazyPartProps<Props>) {
  const Part = useLazyPage(part);
  const isInBrowser = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!isInBrowser) return null;
  return (
    <Suspense fallback={fallback}>
      <Part {...props} />
    </Suspense>
  );
}
