import { useMutation } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';
import type { ResponseBody } from '#contract/index.ts';
import { CLIENT_FIELDS, FIELD_LABELS } from '#domain/imports/fields.ts';
import { type FilePerson, type ImportedCells, peopleOf } from '#domain/imports/rows.ts';
import type { Table } from '#domain/imports/table.ts';
import { CLIENTS_ADDED, FILE_ROWS } from '#domain/wording/counted-words.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { errorText, request } from '../../lib/api.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { useSalon } from '../../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { paths } from '../../lib/routing/paths.ts';
import { scroll } from '../../lib/routing/scroll.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { EmptyState, focusHeading, ListSkeleton, Page, PageHead } from '../../ui/page.tsx';
import { toast } from '../../ui/toasts/toast.ts';
import { Columns } from './columns.tsx';
import { FileButton, Filters, OutcomeChip, type OutcomeColumn, OutcomeRows } from './outcome-rows.tsx';
import { readFile } from './read-file.ts';
import { newImportId, useParts } from './send-parts.ts';
import { VisitImport } from './visit-import.tsx';

type Outcome = ResponseBody<'POST /users/clients/import'>['rows'][number]['result'];

interface CheckedRow {
  id: number;
  cells: ImportedCells;
  outcome: Outcome;
  reason: string | null;
}

/** A parsed file with the server's result for each row. `isSaved`: the rows were imported, not only checked. */
interface CheckedFile {
  name: string;
  import_id: string;
  /** null: contacts of a phone, which have no columns. */
  table: Table | null;
  people: readonly FilePerson[];
  rows: readonly CheckedRow[];
  isSaved: boolean;
}

type ReadPeople = Omit<CheckedFile, 'rows' | 'isSaved'>;
type Results = ResponseBody<'POST /users/clients/import'>['rows'];

const PART_ROWS = 500;
const CHECK_FALLBACK = 'Spisak nije proveren. Pokušajte ponovo.';
const SAVE_FALLBACK = 'Uvoz nije završen. Pokušajte ponovo, niko se ne upisuje dvaput.';

const checked = (read: ReadPeople, results: Results, isSaved: boolean): CheckedFile => ({
  ...read,
  isSaved,
  rows: read.people.flatMap(({ line, cells, said }, index): CheckedRow[] => {
    const row = results[index];
    const reason = [row?.reason, ...said].filter(Boolean).join(' ') || null;
    return row ? [{ id: line, cells, outcome: row.result, reason }] : [];
  }),
});

async function checkRows(read: ReadPeople): Promise<CheckedFile> {
  const body = { rows: read.people.map(({ cells }) => cells), dry_run: true };
  return checked(read, (await request('POST /users/clients/import', { body })).rows, false);
}

/** State of the import: parses the chosen file in the browser, has the server check it, and saves it only after confirmation. */
function useImport() {
  const now = useNow();
  const timeZone = useSalon().data?.time_zone;
  const parts = useParts();
  const invalidate = useInvalidateAppointments();
  const showTop = () => {
    focusHeading(); // the pressed button was removed or moved, so it lost the focus
    window.scrollTo(0, 0);
  };
  const check = useMutation({
    mutationFn: async (chosen: File | ReadPeople) => {
      if (!(chosen instanceof File)) return checkRows(chosen);
      if (!now || !timeZone) throw new Error('the clock is not known yet');
      const read = await readFile(chosen, { subject: 'clients', now, timeZone });
      if ('refused' in read) return read;
      const table = 'table' in read ? read.table : null;
      const people = 'people' in read ? read.people : table ? peopleOf(table) : [];
      return checkRows({ name: chosen.name, import_id: newImportId(), table, people });
    },
    onSettled: (read, _error, chosen) =>
      chosen instanceof File && (read && 'rows' in read ? showTop() : focusHeading()),
  });
  const save = useMutation({
    mutationFn: async (read: CheckedFile) => {
      const { import_id } = read;
      const results = await parts.send(read.people, PART_ROWS, async (people) => {
        const body = { import_id, rows: people.map(({ cells }) => cells) };
        return (await request('POST /users/clients/import', { body })).rows;
      });
      return checked(read, results, true);
    },
    onSuccess: showTop,
    onSettled: invalidate, // also after an error, because the server may have saved the rows and only the response was lost
  });
  const undo = useMutation({
    mutationFn: ({ import_id }: CheckedFile) =>
      request('DELETE /users/clients/import/{import_id}', { params: { import_id } }),
    onSuccess: ({ removed, kept }) => {
      toast(
        'success',
        `Uvoz je poništen. Uklonjeno: ${formatNumber(removed)}, ostaje: ${formatNumber(kept)}.`,
      );
      save.reset();
      check.reset();
      focusHeading();
    },
    onError: (error) => toast('error', errorText(error, 'Uvoz nije poništen.')),
    onSettled: invalidate,
  });
  const read = check.data;
  const file = save.data ?? (read && 'rows' in read ? read : null);
  const refused = read && 'refused' in read ? read.refused : null;
  return {
    file,
    choose: (chosen: File | ReadPeople) => {
      save.reset();
      check.mutate(chosen);
    },
    isChecking: check.isPending,
    save: () => file && !save.isPending && save.mutate(file),
    isSaving: save.isPending,
    done: parts.done,
    undo: () => file && undo.mutate(file),
    isUndoing: undo.isPending,
    alert:
      (save.error && errorText(save.error, SAVE_FALLBACK)) ??
      (check.error && errorText(check.error, CHECK_FALLBACK)) ??
      refused,
  };
}

const CSV = '.csv,.txt,.tsv,.vcf,text/csv,text/plain,text/vcard';

function headingInWords({ table }: CheckedFile): string {
  if (table === null) return 'Kontakti iz telefona.';
  const NAMES = ['first', 'middle', 'last'];
  const fields = table.columns.map((field) => (field !== null && NAMES.includes(field) ? 'name' : field));
  const known = CLIENT_FIELDS.filter((field) => fields.includes(field)).map((field) =>
    field === 'name' ? 'ime' : FIELD_LABELS[field].toLowerCase(),
  );
  return table.headings === null
    ? `Bez zaglavlja. Kolone: ${known.join(', ')}`
    : `Zaglavlje prepoznato: ${known.join(', ')}`;
}

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

const WORDS: Record<Outcome, string> = { created: 'nova', exists: 'postoji', refused: 'odbijena' };
const TONES = { created: 'ok', exists: 'line', refused: 'error' } as const;
const NOTHING = '-';

const ResultChip = ({ outcome }: CheckedRow) => (
  <OutcomeChip tone={TONES[outcome]}>{WORDS[outcome]}</OutcomeChip>
);
const Why = ({ outcome, reason }: CheckedRow) => (
  <span className={outcome === 'refused' ? 'text-error' : 'text-soft'}>{reason}</span>
);

const COLUMNS: readonly OutcomeColumn<CheckedRow>[] = [
  { name: 'Red', width: '3rem', cell: ({ id }) => id, className: 'text-right text-soft tabular-nums' },
  { name: 'Ishod', width: '6.5rem', cell: ResultChip },
  {
    name: 'Ime i prezime',
    width: 'minmax(0, 4fr)',
    cell: ({ cells }) => cells.name || NOTHING,
    isHead: true,
  },
  { name: 'Telefon', width: 'minmax(0, 3fr)', cell: ({ cells }) => cells.phone || NOTHING },
  { name: 'Email', width: 'minmax(0, 5fr)', cell: ({ cells }) => cells.email || NOTHING },
  { name: 'Grad', width: 'minmax(0, 3fr)', cell: ({ cells }) => cells.city || NOTHING },
  { name: 'Zašto', width: 'minmax(0, 4fr)', cell: Why },
];
const CARD_PX = 118;

function Card(row: CheckedRow) {
  const { name, phone, email, city } = row.cells;
  const rest = [phone, email, city].filter(Boolean).join(', ');
  return (
    <>
      <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <b className="min-w-0 font-semibold wrap-anywhere">{name || NOTHING}</b>
        <ResultChip {...row} />
      </span>
      <span className="text-small wrap-anywhere tabular-nums">{rest || NOTHING}</span>
      <span className="flex flex-wrap justify-between gap-x-3 text-small">
        <span className="text-soft tabular-nums">{`Red ${row.id}`}</span>
        <Why {...row} />
      </span>
    </>
  );
}

function Rows({ file }: { file: CheckedFile }) {
  const counts = countsOf(file.rows);
  const [filter, setFilter] = useState<Filter>(file.isSaved && counts.refused > 0 ? 'refused' : 'all');
  const shown = filter === 'all' ? file.rows : file.rows.filter(({ outcome }) => outcome === filter);
  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3 max-md:*:w-full">
        <Filters
          filters={FILTERS.map((one) => ({ ...one, count: counts[one.id] }))}
          chosen={filter}
          onChoose={setFilter}
        />
        <p className="text-small text-soft">{headingInWords(file)}</p>
      </div>
      {shown.length > 0 ? (
        <OutcomeRows rows={shown} columns={COLUMNS} card={Card} cardPx={CARD_PX} />
      ) : (
        <EmptyState title="Nema takvih redova." isCard />
      )}
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
  const { created, all } = countsOf(file.rows);
  const label = edit.done
    ? `Uvezeno ${formatNumber(edit.done)} od ${formatNumber(all)}`
    : edit.isSaving
      ? 'Uvozim…'
      : `Uvezi ${counted(created, CLIENTS_ADDED)}`;
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
      {file.isSaved && created > 0 && (
        <Button variant="quiet" onClick={edit.undo} isBusy={edit.isUndoing}>
          Poništi uvoz
        </Button>
      )}
      <FileButton
        label="CSV fajl"
        accept={CSV}
        variant="quiet"
        onChoose={edit.choose}
        disabled={edit.isSaving}
      >
        Izaberi drugi fajl
      </FileButton>
      {file.isSaved ? (
        <ButtonLink to={paths.adminClients}>Pregled svih klijenta</ButtonLink>
      ) : (
        <Button onClick={edit.save} isBusy={edit.isSaving} disabled={created === 0}>
          {created === 0 ? 'Nema novih' : label}
        </Button>
      )}
    </div>
  );
}

/** The page that imports clients from a file. Shows the result of each row before saving. docs/spec/behaviour.md §6.4 and §31.3 */
function ClientImport() {
  const edit = useImport();
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
        <>
          {file.table && !file.isSaved && (
            <Columns
              table={file.table}
              fields={CLIENT_FIELDS}
              onChange={(table) => edit.choose({ ...file, table, people: peopleOf(table) })}
            />
          )}
          <Rows key={`${file.name} ${file.isSaved}`} file={file} />
        </>
      ) : edit.isChecking ? (
        <ListSkeleton rows={8} />
      ) : (
        <EmptyState title="Spisak koji već imate" isCard>
          <p className="max-w-prose text-soft">
            CSV iz Excela, Google kontakata ili drugog programa, ili kontakti iz telefona (.vcf): ime i
            prezime, telefon, email, grad, beleška. Najpre ćete videti šta će biti sa svakim redom, a sačuvaće
            se tek kada potvrdite.
          </p>
          <div className="mt-2">
            <FileButton label="CSV fajl" accept={CSV} onChoose={edit.choose}>
              <FileUp />
              Izaberi fajl
            </FileButton>
          </div>
        </EmptyState>
      )}
    </Page>
  );
}

/** The import of clients, or with `uvoz=termini` of appointments. */
export default function ImportPage() {
  const [address] = useSearchParams();
  useEffect(() => {
    scroll.toTop(); // the router neither scrolls nor moves the focus, because the path stays the same
    focusHeading();
  }, []);
  return address.get('uvoz') === 'termini' ? <VisitImport /> : <ClientImport />;
}
