import type { ComponentProps } from 'react';

const LOOK =
  'min-h-11 rounded-pill border border-edge bg-card px-4 text-small font-medium tabular-nums transition-colors hover:border-link hover:bg-blush aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white';

/** A round button among a few choices; `aria-pressed` marks the chosen one. */
export const Pill = (props: Omit<ComponentProps<'button'>, 'type' | 'className'>) => (
  <button type="button" {...props} className={LOOK} />
);
