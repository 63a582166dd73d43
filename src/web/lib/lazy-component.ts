import { type ComponentType, lazy, useState } from 'react';

/** A component in a chunk of its own. */
export interface LazyComponent<Props> {
  /** Brings it before it is shown. */
  readonly fetch: () => Promise<void>;
  /** Itself if it is here, else what waits for it. */
  readonly component: () => ComponentType<Props>;
}

export function lazyComponent<Props>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): LazyComponent<Props> {
  const Coming = lazy(load) as unknown as ComponentType<Props>;
  let here: ComponentType<Props> | null = null;
  return {
    fetch: async () => {
      here = (await load()).default;
    },
    component: () => here ?? Coming,
  };
}

/**
 * The component to show. What is here already renders at once: `lazy` alone would let its bones stand in, and React keeps
 * those for a while. Chosen once, for another component in its place would lose what was typed.
 */
export const useLazyComponent = <Props>({ component }: LazyComponent<Props>): ComponentType<Props> =>
  useState(component)[0];
