import { useState } from 'react';
import { type DateOrder, FIELD_LABELS, type Field } from '#domain/imports/fields.ts';
import type { Table } from '#domain/imports/table.ts';
import { SelectField } from '../../ui/select-field.tsx';

const SHOWN_ROWS = 3;
const NOTHING = '';

export interface ColumnsProps {
  table: Table;
  fields: readonly Field[];
  /** Opens them at first, also if headings name all. */
  isShown?: boolean;
  onChange: (table: Table) => void;
}

/** The columns of a file with their first rows; each can be assigned. Columns without a content are left out. */
export function Columns({ table, fields, isShown = false, onChange }: ColumnsProps) {
  const { headings, columns, rows, program } = table;
  const options = [
    { value: NOTHING, label: 'Ne uvozi se' },
    ...fields.map((field) => ({ value: field as string, label: FIELD_LABELS[field] })),
  ];
  const samples = columns
    .map((field, column) => ({ column, field, filled: rows.filter(({ cells }) => cells[column]?.trim()) }))
    .filter(({ field, filled }) => field !== null || filled.length > 0);
  const choose = (column: number, value: string) => {
    const field = fields.find((one) => one === value) ?? null;
    onChange({ ...table, columns: columns.map((one, n) => (n === column ? field : one)) });
  };
  const isClear = samples.every(({ field }) => field !== null) && headings !== null;
  const [isOpen, setIsOpen] = useState(isShown || !isClear);
  return (
    <details
      open={isOpen}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
      className="mb-4 rounded-card border border-line bg-card"
    >
      <summary className="min-h-11 cursor-pointer px-4 py-2.5 font-medium">
        Kolone{program && <span className="font-normal text-soft">{`, ${program}`}</span>}
      </summary>
      {isOpen && (
        <ul className="grid gap-x-4 gap-y-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-4">
          {samples.map(({ column, field }) => (
            <li key={column} className="grid content-start gap-1">
              <SelectField
                label={headings?.[column]?.trim() || `Kolona ${column + 1}`}
                value={field ?? NOTHING}
                options={options}
                onChange={(value) => choose(column, value)}
              />
              <p className="line-clamp-3 text-small wrap-anywhere text-soft">
                {rows
                  .slice(0, SHOWN_ROWS)
                  .flatMap(({ cells }) => cells[column]?.trim() || [])
                  .join(' · ')}
              </p>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}

const ORDERS: readonly { value: DateOrder | ''; label: string }[] = [
  { value: '', label: 'Izaberite' },
  { value: 'dmy', label: 'dan pa mesec' },
  { value: 'mdy', label: 'mesec pa dan' },
];

/** Asks what stands first in a day such as 03/04/2026, where no row of the file shows it. */
export const DateOrderField = ({
  order,
  onChange,
}: {
  order: DateOrder | null;
  onChange: (order: DateOrder | null) => void;
}) => (
  <SelectField
    label="Kako su u fajlu pisani datumi"
    value={order ?? ''}
    options={ORDERS}
    onChange={(value) => onChange(value === '' ? null : value)}
  />
);
