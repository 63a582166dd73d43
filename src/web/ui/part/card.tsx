import type { ComponentProps } from 'react';
import { cx } from '../cx.ts';

/** Gold along the edge means booked, and only that. */
export function Card({ isBooked, className, ...rest }: ComponentProps<'article'> & { isBooked?: boolean }) {
  return (
    <article
      {...rest}
      className={cx(
        'rounded-card border border-line bg-card p-5',
        isBooked &&
          "relative overflow-hidden pl-6.5 before:absolute before:inset-y-0 before:left-0 before:w-1.5 before:bg-booked before:content-['']",
        className,
      )}
    />
  );
}

/** A card's actions: equal cells between hairlines; an odd last one takes the row. */
export function CardFoot({ className, ...rest }: ComponentProps<'div'>) {
  return (
    <div
      {...rest}
      className={cx(
        '-mx-5 mt-5 -mb-5 grid gap-px bg-line pt-px',
        '*:min-h-12 *:rounded-none *:border-0 *:bg-card *:px-2 *:-outline-offset-2 *:hover:bg-blush',
        'max-md:grid-cols-2 max-md:[&>:last-child:nth-child(odd)]:col-span-2 md:auto-cols-fr md:grid-flow-col',
        className,
      )}
    />
  );
}
