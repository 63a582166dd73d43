import { memo } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import type { ImportedCells } from '#domain/clients/columns.ts';
import { useIsWide } from '../../ui/browser.ts';
import { Chip } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { type RowAttributes, VirtualRows } from '../../ui/virtual-rows.tsx';

type Result = ResponseBody<'POST /users/clients/import'>['rows'][number];
export type Outcome = Result['result'];

export interface CheckedRow {
  id: number;
  cells: ImportedCells;
  outcome: Outcome;
  reason: string | null;
}

const WORDS: Record<Outcome, string> = { created: 'nova', exists: 'postoji', refused: 'odbijena' };

function OutcomeChip({ outcome }: { outcome: Outcome }) {
  if (outcome !== 'refused')
    return <Chip tone={outcome === 'created' ? 'ok' : 'line'}>{WORDS[outcome]}</Chip>;
  return (
    <span className="inline-flex min-h-7 items-center rounded-pill bg-error-tint px-3 py-1 text-small font-medium text-error">
      {WORDS[outcome]}
    </span>
  );
}

const Why = ({ row: { outcome, reason } }: { row: CheckedRow }) => (
  <span className={outcome === 'refused' ? 'text-error' : 'text-soft'}>{reason}</span>
);

const NOTHING = '-';
const COLUMNS = ['Red', 'Ishod', 'Ime i prezime', 'Telefon', 'Email', 'Grad', 'Zašto'] as const;
const GRID = 'grid items-center gap-x-3 px-4';

/** Column widths, as inline styles, to keep them out of the stylesheet that every visitor loads. */
const WIDTHS = {
  gridTemplateColumns:
    '3rem 6.5rem minmax(0, 4fr) minmax(0, 3fr) minmax(0, 5fr) minmax(0, 3fr) minmax(0, 4fr)',
};
const ROW_PX = 53;
const CARD_PX = 118;

type RowProps = RowAttributes & { row: CheckedRow };

const TableRow = memo(function TableRow({ row, ...attributes }: RowProps) {
  const { name, phone, email, city } = row.cells;
  return (
    <tr {...attributes} style={WIDTHS} className={cx(GRID, 'min-h-13 py-2 text-small')}>
      <td className="text-right text-soft tabular-nums">{row.id}</td>
      <td>
        <OutcomeChip outcome={row.outcome} />
      </td>
      <th
        scope="row"
        className={cx('text-left wrap-anywhere', row.outcome === 'created' ? 'font-semibold' : 'font-normal')}
      >
        {name || NOTHING}
      </th>
      <td className="wrap-anywhere tabular-nums">{phone || NOTHING}</td>
      <td className="wrap-anywhere">{email || NOTHING}</td>
      <td className="wrap-anywhere">{city || NOTHING}</td>
      <td className="wrap-break-word">
        <Why row={row} />
      </td>
    </tr>
  );
});

function Table({ rows }: { rows: readonly CheckedRow[] }) {
  return (
    <table aria-rowcount={rows.length + 1} className="block">
      <thead className="block border-b border-line">
        <tr aria-rowindex={1} style={WIDTHS} className={cx(GRID, 'min-h-10 text-label text-soft')}>
          {COLUMNS.map((name) => (
            <th key={name} scope="col" className="text-left font-semibold first:text-right">
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
        {(row, attributes) => <TableRow key={row.id} row={row} {...attributes} />}
      </VirtualRows>
    </table>
  );
}

const CardRow = memo(function CardRow({ row, ...attributes }: RowProps) {
  const { name, phone, email, city } = row.cells;
  const rest = [phone, email, city].filter(Boolean).join(', ');
  return (
    <li {...attributes} className="grid gap-1 px-4 py-3">
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="min-w-0 font-semibold wrap-anywhere">{name || NOTHING}</b>
        <OutcomeChip outcome={row.outcome} />
      </span>
      <span className="text-small wrap-anywhere tabular-nums">{rest || NOTHING}</span>
      <span className="flex flex-wrap justify-between gap-x-3 text-small">
        <span className="text-soft tabular-nums">{`Red ${row.id}`}</span>
        <Why row={row} />
      </span>
    </li>
  );
});

/** The result of each row: a table, or cards on phones. Handles thousands of rows. */
export function ImportRows({ rows }: { rows: readonly CheckedRow[] }) {
  const isWide = useIsWide();
  return (
    <div className="overflow-clip rounded-card border border-line bg-card">
      {isWide ? (
        <Table rows={rows} />
      ) : (
        <VirtualRows
          as="ul"
          rows={rows}
          rowPx={CARD_PX}
          className="divide-y divide-line border-line [contain:layout_style]"
        >
          {(row, attributes) => <CardRow key={row.id} row={row} {...attributes} />}
        </VirtualRows>
      )}
    </div>
  );
}
