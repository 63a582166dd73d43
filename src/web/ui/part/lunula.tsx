import { cx } from '../cx.ts';

/** The white crescent of a nail, the only ornament. It takes the colour of the text around it; width by class, 2 : 1. */
export function Lunula({ className = 'w-7 text-accent' }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 20"
      aria-hidden="true"
      className={cx('block aspect-2/1 shrink-0 fill-current', className)}
    >
      <path d="M.6 20A19.4 19.4 0 0 1 39.4 20 21.3 21.3 0 0 0 .6 20Z" />
    </svg>
  );
}

/** The lunula hung from an edge: 'you are here', 'chosen' - shape, not only colour. The parent is `relative`. */
export function HangingLunula({ className }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 40 20"
      aria-hidden="true"
      className={cx('absolute top-0 left-1/2 h-2 w-4 -translate-x-1/2 rotate-180 fill-current', className)}
    >
      <path d="M.6 20A19.4 19.4 0 0 1 39.4 20 21.3 21.3 0 0 0 .6 20Z" />
    </svg>
  );
}

/** A hairline with the lunula in its middle. */
export function LunulaRule() {
  return (
    <div className="my-8 flex items-center gap-4 before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      <Lunula className="w-5 text-accent" />
    </div>
  );
}
