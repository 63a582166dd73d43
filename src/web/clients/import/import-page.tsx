import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import type { ImportedCells, ImportField, ImportTable } from '#domain/clients/columns.ts';
import { CLIENTS_ADDED, FILE_ROWS } from '#domain/wording/counted-words.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { errorText, request } from '../../lib/api.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { paths } from '../../lib/routing/paths.ts';
import { scroll } from '../../lib/routing/scroll.ts';
import { useIsWide } from '../../ui/browser.ts';
import { Button, ButtonLink, type ButtonProps } from '../../ui/button.tsx';
import { Chip } from '../../ui/card.tsx';
import { cx } from '../../ui/cx.ts';
import { FormAlert } from '../../ui/form.tsx';
import { EmptyState, focusHeading, ListSkeleton, Page, PageHead } from '../../ui/page.tsx';
import { type RowAttributes, VirtualRows } from '../../ui/virtual-rows.tsx';
import { readFile } from './read-file.ts';

/** A parsed file with the server's result for each row. `isSaved`: the rows were imported, not only checked. */
interface CheckedFile {
  name: string;
  table: ImportTable;
  recognised: readonly ImportField[] | null;
  rows: readonly CheckedRow[];
  isSaved: boolean;
}

const CHECK_FALLBACK = 'Spisak nije proveren. Pokušajte ponovo.';
const SAVE_FALLBACK = 'Uvoz nije završen. Pokušajte ponovo, niko se ne upisuje dvaput.';

async function sendRows(name: string, table: ImportTable, isSaved: boolean): Promise<CheckedFile> {
  const body = { rows: table.people.map(({ cells }) => cells), dry_run: !isSaved };
  const { rows } = await request('POST /users/clients/import', { body });
  const checked = table.people.flatMap(({ line, cells }, index): CheckedRow[] => {
    const row = rows[index];
    return row ? [{ id: line, cells, outcome: row.result, reason: row.reason }] : [];
  });
  return { name, table, recognised: table.recognised, rows: checked, isSaved };
}

/** State of the import: parses the chosen file in the browser, has the server check it, and saves it only after confirmation. */
function useImport() {
  const invalidate = useInvalidateAppointments();
  const showTop = () => {
    focusHeading(); // the pressed button was removed or moved, so it lost the focus
    window.scrollTo(0, 0);
  };
  const check = useMutation({
    mutationFn: async (chosen: File) => {
      const read = await readFile(chosen);
      return 'refused' in read ? read : sendRows(chosen.name, read.table, false);
    },
    onSettled: (read) => (read && 'rows' in read ? showTop() : focusHeading()),
  });
  const save = useMutation({
    mutationFn: ({ name, table }: CheckedFile) => sendRows(name, table, true),
    onSuccess: showTop,
    onSettled: invalidate, // also after an error, because the server may have saved the rows and only the response was lost
  });
  const read = check.data;
  const file = save.data ?? (read && 'rows' in read ? read : null);
  const refused = read && 'refused' in read ? read.refused : null;
  return {
    file,
    choose: (chosen: File) => {
      save.reset();
      check.mutate(chosen);
    },
    isChecking: check.isPending,
    save: () => file && !save.isPending && save.mutate(file),
    isSaving: save.isPending,
    alert:
      (save.error && errorText(save.error, SAVE_FALLBACK)) ??
      (check.error && errorText(check.error, CHECK_FALLBACK)) ??
      refused,
  };
}

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that asks for a file. Resets the input, so that the user can choose the same file again after correcting it. */
function FileButton({ onChoose, children, ...look }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".csv,.txt,.tsv,text/csv,text/plain"
        aria-label="CSV fajl"
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

const FIELD_NAMES: Record<ImportField, string> = {
  name: 'ime',
  phone: 'telefon',
  email: 'email',
  city: 'grad',
  notes: 'beleška',
};

const headingInWords = (recognised: CheckedFile['recognised']): string =>
  recognised === null
    ? 'Bez zaglavlja, pa se kolone čitaju redom: ime, telefon, email, grad, beleška.'
    : `Zaglavlje prepoznato: ${recognised.map((field) => FIELD_NAMES[field]).join(', ')}`;

type Filter = Outcome | 'all';
const FILTERS: readonly { id: Filter; label: string }[] = [
  { id: 'all', label: 'Sve' },
  { id: 'created', label: 'Nove' },
  { id: 'exists', label: 'Postoje' },
  { id: 'refused', label: 'Odbijene' },
];

const countsOf = (rows: CheckedFile['rows']): Record<Filter, number> => {
  const count = (outcome: Outcome) => rows.filter((row) => row.outcome === outcome).length;
  return { all: rows.length, created: count('created'), exists: count('exists'), refused: count('refused') };
};

function Rows({ file }: { file: CheckedFile }) {
  const counts = countsOf(file.rows);
  const [filter, setFilter] = useState<Filter>(file.isSaved && counts.refused > 0 ? 'refused' : 'all');
  const shown = filter === 'all' ? file.rows : file.rows.filter(({ outcome }) => outcome === filter);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:*:w-full">
        <fieldset
          aria-label="Ishod"
          className="grid grid-cols-2 rounded-card border border-edge bg-card p-[3px] md:auto-cols-fr md:grid-flow-col"
        >
          {FILTERS.map(({ id, label }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === filter}
              onClick={() => setFilter(id)}
              className="min-h-11 rounded-event px-3.5 text-small font-medium text-soft tabular-nums transition-colors hover:bg-blush aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white"
            >
              {`${label} ${formatNumber(counts[id])}`}
            </button>
          ))}
        </fieldset>
        <p className="text-small text-soft">{headingInWords(file.recognised)}</p>
      </div>
      {shown.length > 0 ? <ImportRows rows={shown} /> : <EmptyState title="Nema takvih redova." isCard />}
    </>
  );
}

function savedInWords(rows: CheckedFile['rows']): string {
  const { created, exists, refused } = countsOf(rows);
  const others = [
    exists > 0 && `već postoje: ${formatNumber(exists)}`,
    refused > 0 && `odbijene: ${formatNumber(refused)}`,
  ];
  return `${[`Nove: ${formatNumber(created)}`, ...others].filter(Boolean).join(', ')}.`;
}

const leadOf = ({ name, rows, isSaved }: CheckedFile): string =>
  isSaved ? savedInWords(rows) : `${name}, ${counted(rows.length, FILE_ROWS)}. Ništa još nije sačuvano.`;

function Actions({ file, edit }: { file: CheckedFile; edit: ReturnType<typeof useImport> }) {
  const { created } = countsOf(file.rows);
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
      <FileButton variant="quiet" onChoose={edit.choose} disabled={edit.isSaving}>
        Izaberi drugi fajl
      </FileButton>
      {file.isSaved ? (
        <ButtonLink to={paths.adminClients}>Pregled svih klijenta</ButtonLink>
      ) : (
        <Button onClick={edit.save} isBusy={edit.isSaving} disabled={created === 0}>
          {edit.isSaving
            ? 'Uvozim…'
            : created === 0
              ? 'Nema novih'
              : `Uvezi ${counted(created, CLIENTS_ADDED)}`}
        </Button>
      )}
    </div>
  );
}

/** The page that imports clients from a CSV file. Shows the result of each row before saving. docs/spec/behaviour.md §6.4 */
export default function ImportPage() {
  const edit = useImport();
  useEffect(() => {
    scroll.toTop(); // the router neither scrolls nor moves the focus, because the path stays the same
    focusHeading();
  }, []);
  const { file, alert } = edit;
  return (
    <Page width="admin">
      <PageHead
        title={file?.isSaved ? 'Uvoz je gotov' : 'Uvoz klijenata'}
        back={{ to: paths.adminClients, label: 'Klijenti' }}
        lead={<span role="status">{file && leadOf(file)}</span>}
        actions={file && <Actions file={file} edit={edit} />}
      />
      <FormAlert text={alert} className="has-[p]:mb-4" />
      {file ? (
        <Rows key={`${file.name} ${file.isSaved}`} file={file} />
      ) : edit.isChecking ? (
        <ListSkeleton rows={8} />
      ) : (
        <EmptyState title="Spisak koji već imate" isCard>
          <p className="max-w-prose text-soft">
            CSV iz Excela, Google kontakata ili telefona: ime i prezime, telefon, email, grad, beleška. Najpre
            ćete videti šta će biti sa svakim redom, a sačuvaće se tek kada potvrdite.
          </p>
          <div className="mt-2">
            <FileButton onChoose={edit.choose}>
              <FileUp />
              Izaberi fajl
            </FileButton>
          </div>
        </EmptyState>
      )}
    </Page>
  );
}

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
function ImportRows({ rows }: { rows: readonly CheckedRow[] }) {
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
