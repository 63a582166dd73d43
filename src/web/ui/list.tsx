import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';

/** Rows in one frame, hairlines between. Its children are `<li>`s or `ListItem`s. */
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
  /** An icon, a time. */
  before?: ReactNode;
  title: ReactNode;
  /** Small, soft, under the title. */
  note?: ReactNode;
  /** A chip, a chevron, a button. */
  after?: ReactNode;
}

export const LIST_ROW = 'flex min-h-17 items-center gap-4 px-4 py-3';

/** What a row shows: for rows that are links or buttons themselves, inside `<li><Link className={LIST_ROW}>`. */
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
