import type { ReactNode, Ref } from 'react';
import { cx } from '../../ui/cx.ts';

export interface ValueRowProps {
  label: string;
  /** The value, or the fields that change it. */
  children: ReactNode;
  /** Whether `children` are fields, which need a wider column. */
  isOpen?: boolean;
  /** A button after the value. */
  button?: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A row of a description list: a label and a value. */
export function ValueRow({ label, children, isOpen = false, button, ref }: ValueRowProps) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 py-3">
      <dt className="basis-21 pt-px text-small/[1.5rem] text-soft">{label}</dt>
      <dd
        ref={ref}
        className={cx(
          'flex min-w-0 flex-1 items-start gap-3',
          isOpen
            ? 'basis-[min(100%,17rem)]'
            : 'basis-[min(100%,11rem)] has-[table]:basis-[min(100%,17rem)] has-[table]:flex-col has-[table]:items-stretch has-[table]:[&>button]:-mb-2.5 has-[table]:[&>button]:-ml-3 has-[table]:[&>button]:self-start',
        )}
      >
        <div className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere">{children}</div>
        {button}
      </dd>
    </div>
  );
}
