import { memo, type ReactNode, type Ref, useRef } from 'react';
import { formatNumber } from '#domain/wording/numbers.ts';
import { useIsWide } from '../../ui/browser.ts';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Chip, type ChipTone } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { type RowAttributes, VirtualRows } from '../../ui/virtual-rows.tsx';

export interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'disabled' | 'icon' | 'isSmall'> {
  label: string;
  accept: string;
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that asks for a file. Resets the input, so that the user can choose the same file again after correcting it. */
export function FileButton({ label, accept, onChoose, children, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        tabIndex={-1}
        className="sr-only"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onChoose(file);
          target.value = '';
        }}
      />
      <Button {...look} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}

export interface FiltersProps<Id extends string> {
  filters: readonly { readonly id: Id; readonly label: string; readonly count: number }[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

/** The outcomes with the numbers of their rows; the chosen one is shown. */
export function Filters<Id extends string>({ filters, chosen, onChoose }: FiltersProps<Id>) {
  return (
    <fieldset
      aria-label="Ishod"
      className={cx(
        'grid rounded-card border border-edge bg-card p-[3px] md:auto-cols-fr md:grid-flow-col',
        filters.length === 3 ? 'grid-cols-3' : 'grid-cols-2',
      )}
    >
      {filters.map(({ id, label, count }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className="min-h-11 rounded-event px-2 text-small font-medium text-soft tabular-nums transition-colors hover:bg-blush md:px-3.5 aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white"
        >
          {`${label} ${formatNumber(count)}`}
        </button>
      ))}
    </fieldset>
  );
}

/** What became of a row. */
export function OutcomeChip({ tone, children }: { tone: ChipTone | 'error'; children: ReactNode }) {
  if (tone !== 'error') return <Chip tone={tone}>{children}</Chip>;
  return (
    <span className="inline-flex min-h-7 items-center rounded-pill bg-error-tint px-3 py-1 text-small font-medium text-error">
      {children}
    </span>
  );
}

export interface OutcomeColumn<Row> {
  readonly name: string;
  readonly width: string;
  readonly cell: (row: Row) => ReactNode;
  readonly className?: string;
  /** The column that names the row. */
  readonly isHead?: true;
}

export interface OutcomeRowsProps<Row> {
  rows: readonly Row[];
  columns: readonly OutcomeColumn<Row>[];
  /** A row as a card, on phones. */
  card: (row: Row) => ReactNode;
  cardPx: number;
}

const GRID = 'grid items-center gap-x-3 px-4';
const ROW_PX = 53;

type RowProps<Row> = RowAttributes & { row: Row; columns: readonly OutcomeColumn<Row>[] };

/** Column widths, as inline styles, to keep them out of the stylesheet that every visitor loads. */
const widthsOf = (columns: readonly { readonly width: string }[]) => ({
  gridTemplateColumns: columns.map(({ width }) => width).join(' '),
});

function Row<R>({ row, columns, ...attributes }: RowProps<R>) {
  return (
    <tr
      {...attributes}
      ref={attributes.ref as Ref<HTMLTableRowElement>}
      style={widthsOf(columns)}
      className={cx(GRID, 'min-h-13 py-2 text-small')}
    >
      {columns.map(({ name, cell, className, isHead }) =>
        isHead ? (
          <th key={name} scope="row" className={cx('text-left wrap-anywhere', className)}>
            {cell(row)}
          </th>
        ) : (
          <td key={name} className={cx('wrap-anywhere', className)}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}
const TableRow = memo(Row) as typeof Row;

/** The result of each row: a table, or cards on phones. Handles thousands of rows. */
export function OutcomeRows<R extends { id: number }>({ rows, columns, card, cardPx }: OutcomeRowsProps<R>) {
  const isWide = useIsWide();
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      {isWide ? (
        <table aria-rowcount={rows.length + 1} className="block">
          <thead className="block border-b border-line">
            <tr
              aria-rowindex={1}
              style={widthsOf(columns)}
              className={cx(GRID, 'min-h-10 text-label text-soft')}
            >
              {columns.map(({ name, className }) => (
                <th key={name} scope="col" className={cx('text-left font-semibold', className)}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <VirtualRows
            as="tbody"
            rows={rows}
            rowPx={ROW_PX}
            className="block divide-y divide-line border-line [contain:layout_style]"
          >
            {(row, attributes) => <TableRow key={row.id} row={row} columns={columns} {...attributes} />}
          </VirtualRows>
        </table>
      ) : (
        <VirtualRows
          as="ul"
          rows={rows}
          rowPx={cardPx}
          className="divide-y divide-line border-line [contain:layout_style]"
        >
          {(row, attributes) => (
            <li key={row.id} {...attributes} className="grid gap-1 px-4 py-3">
              {card(row)}
            </li>
          )}
        </VirtualRows>
      )}
    </div>
  );
}
