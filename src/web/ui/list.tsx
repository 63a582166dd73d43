import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** A framed list of `<li>`s or `ListItem`s. */
export function List({ className, ...rest }: ComponentProps<'ul'>) {
  return (
    <ul
      {...rest}
      className={cx(
        'divide-y divide-line overflow-hidden rounded-card border border-line bg-card',
        className,
      )}
    />
  );
}

export interface ListItemProps extends Omit<ComponentProps<'li'>, 'title'> {
  before?: ReactNode;
  title: ReactNode;
  note?: ReactNode;
  after?: ReactNode;
}

export const LIST_ROW = 'flex min-h-17 items-center gap-4 px-4 py-3';

/** The content of a list row that is a link or a button: `<li><Link className={LIST_ROW}><ListRow />`. */
export function ListRow({ before, title, note, after }: Omit<ListItemProps, 'className'>) {
  return (
    <>
      {before}
      <span className="min-w-0 flex-1 wrap-break-word">
        {title}
        {note && <span className="block text-small text-soft">{note}</span>}
      </span>
      {after}
    </>
  );
}

export function ListItem({ before, title, note, after, className, ...rest }: ListItemProps) {
  return (
    <li {...rest} className={cx(LIST_ROW, className)}>
      <ListRow before={before} title={title} note={note} after={after} />
    </li>
  );
}

export const initialsOf = (name: string): string =>
  name
    .split(/\s+/, 2)
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase();

const PLAIN = 'size-10 bg-blush font-display font-[460] text-link';

export function Initials({ of, className = PLAIN, ...rest }: ComponentProps<'span'> & { of: string }) {
  return (
    <span
      {...rest}
      aria-hidden="true"
      className={cx('grid shrink-0 place-items-center rounded-full', className)}
    >
      {initialsOf(of)}
    </span>
  );
}
