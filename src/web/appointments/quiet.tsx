import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { cx } from '../ui/cx.ts';

type QuietProps = ComponentProps<'button'> & { icon: LucideIcon; isDanger?: boolean };

/** A button with an icon, as text, for acts that are needed less often. */
export function Quiet({ icon: Icon, isDanger, ...rest }: QuietProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx(
        'inline-flex min-h-11 items-center gap-2 rounded-card px-2 text-small font-medium transition-colors',
        isDanger ? 'text-error hover:bg-error-tint' : 'hover:bg-blush',
      )}
    >
      <Icon className={cx('shrink-0', !isDanger && 'text-soft')} />
      {rest.children}
    </button>
  );
}
