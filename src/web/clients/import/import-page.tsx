import { FileUp } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { ImportField } from '#domain/clients/columns.ts';
import { CLIENTS_ADDED, counted, FILE_ROWS, formatNumber } from '#domain/wording/numbers.ts';
import { paths } from '../../lib/routing/paths.ts';
import { Button, ButtonLink, type ButtonProps } from '../../ui/button.tsx';
import { cx } from '../../ui/cx.ts';
import { FormAlert } from '../../ui/form.tsx';
import { focusHeading, Page, PageHead } from '../../ui/page.tsx';
import { EmptyState, ListSkeleton } from '../../ui/screen-states.tsx';
import { ImportRows, type Outcome } from './import-rows.tsx';
import { type CheckedFile, useImport } from './use-import.ts';

interface FileButtonProps extends Pick<ButtonProps, 'variant' | 'disabled'> {
  onChoose: (file: File) => void;
  children: ReactNode;
}

/** A button that asks for a file; choosing the same one again, once it was mended, counts too. */
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

function Start({ onChoose }: Pick<FileButtonProps, 'onChoose'>) {
  return (
    <EmptyState title="Spisak koji već imate" isCard>
      <p className="max-w-prose text-soft">
        CSV iz Excela, Google kontakata ili telefona: ime i prezime, telefon, email, grad, beleška. Najpre
        ćete videti šta će biti sa svakim redom, a sačuvaće se tek kada potvrdite.
      </p>
      <div className="mt-2">
        <FileButton onChoose={onChoose}>
          <FileUp aria-hidden="true" size={20} strokeWidth={1.75} />
          Izaberi fajl
        </FileButton>
      </div>
    </EmptyState>
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

interface FiltersProps {
  counts: Record<Filter, number>;
  chosen: Filter;
  onChoose: (filter: Filter) => void;
}

function Filters({ counts, chosen, onChoose }: FiltersProps) {
  return (
    <fieldset
      aria-label="Ishod"
      className="grid grid-cols-2 rounded-card border border-edge bg-card p-[3px] md:auto-cols-fr md:grid-flow-col"
    >
      {FILTERS.map(({ id, label }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === chosen}
          onClick={() => onChoose(id)}
          className="min-h-11 rounded-event px-3.5 text-small font-medium text-soft tabular-nums transition-colors hover:bg-blush aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white"
        >
          {`${label} ${formatNumber(counts[id])}`}
        </button>
      ))}
    </fieldset>
  );
}

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
        <Filters counts={counts} chosen={filter} onChoose={setFilter} />
        <p className="text-small text-soft">{headingInWords(file.recognised)}</p>
      </div>
      {shown.length > 0 ? <ImportRows rows={shown} /> : <EmptyState title="Nema takvih redova." isCard />}
    </>
  );
}

/** 'Uvezeno: 187 klijentkinja.', and of the others how many. */
function savedInWords(rows: CheckedFile['rows']): string {
  const { created, exists, refused } = countsOf(rows);
  const rest = [
    exists > 0 && `već postoje: ${formatNumber(exists)}`,
    refused > 0 && `odbijene: ${formatNumber(refused)}`,
  ];
  const told = rest.filter(Boolean).join(', ');
  return `Nove: ${formatNumber(created)}${told && `, ${told}`}.`;
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

/** A list from elsewhere, shown row by row before anything is saved. docs/spec/behaviour.md §6.4 */
export default function ImportPage() {
  const edit = useImport();
  useEffect(() => {
    window.scrollTo(0, 0); // the address has kept its path, so the app does not bring the focus here
    focusHeading();
  }, []);
  const { file, refused, saveError } = edit;
  const alert = saveError ?? refused;
  return (
    <Page width="admin">
      <PageHead
        title={file?.isSaved ? 'Uvoz je gotov' : 'Uvoz klijenata'}
        back={{ to: paths.adminClients, label: 'Klijenti' }}
        lead={<span role="status">{file && leadOf(file)}</span>}
        actions={file && <Actions file={file} edit={edit} />}
      />
      <div className={cx('has-[p]:mb-4')}>
        <FormAlert text={alert} />
      </div>
      {file ? (
        <Rows key={`${file.name} ${file.isSaved}`} file={file} />
      ) : edit.isChecking ? (
        <ListSkeleton rows={8} />
      ) : (
        <Start onChoose={edit.choose} />
      )}
    </Page>
  );
}
