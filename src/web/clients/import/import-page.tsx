import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ImportField, ImportTable } from '#domain/clients/columns.ts';
import { CLIENTS_ADDED, FILE_ROWS } from '#domain/wording/counted-words.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { errorText, request } from '../../lib/api.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { paths } from '../../lib/routing/paths.ts';
import { scroll } from '../../lib/routing/scroll.ts';
import { Button, ButtonLink, type ButtonProps } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { EmptyState, focusHeading, ListSkeleton, Page, PageHead } from '../../ui/page.tsx';
import { type CheckedRow, ImportRows, type Outcome } from './import-rows.tsx';
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
const SAVE_FALLBACK = 'Uvoz nije uspeo. Ništa nije sačuvano. Pokušajte ponovo.';

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
    onSuccess: () => {
      invalidate();
      showTop();
    },
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
              <FileUp aria-hidden="true" size={20} strokeWidth={1.75} />
              Izaberi fajl
            </FileButton>
          </div>
        </EmptyState>
      )}
    </Page>
  );
}
