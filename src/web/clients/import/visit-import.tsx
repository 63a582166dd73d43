import { ClipboardPaste, FileUp, X } from 'lucide-react';
import { useState } from 'react';
import { APPOINTMENT_FIELDS } from '#domain/imports/fields.ts';
import { answeredTechnician } from '#domain/imports/lines.ts';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { paths } from '../../lib/routing/paths.ts';
import { Button, ButtonLink } from '../../ui/button.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { FormAlert } from '../../ui/form.tsx';
import { EmptyState, Page, PageHead } from '../../ui/page.tsx';
import { SelectField } from '../../ui/select-field.tsx';
import { Columns, DateOrderField } from './columns.tsx';
import { FileButton, Filters, OutcomeChip, type OutcomeColumn, OutcomeRows } from './outcome-rows.tsx';
import { type ImportRow, type RowState, useVisitImport, type VisitImportState } from './use-visit-import.ts';

const FILES = '.ics,.csv,.txt,.tsv,text/calendar,text/csv,text/plain';

const STATES: Record<RowState, { readonly word: string; readonly tone: 'ok' | 'line' | 'warn' | 'error' }> = {
  READY: { word: 'spremno', tone: 'ok' },
  CREATED: { word: 'upisano', tone: 'ok' },
  EXISTS: { word: 'već upisano', tone: 'line' },
  TAKEN: { word: 'zauzeto', tone: 'warn' },
  NO_TIME: { word: 'nema vreme', tone: 'warn' },
  REFUSED: { word: 'odbijeno', tone: 'error' },
};

const NOTHING = '-';
const StateChip = ({ state }: { state: RowState | null }) =>
  state && <OutcomeChip tone={STATES[state].tone}>{STATES[state].word}</OutcomeChip>;

const momentOf = (start: WallTime | null, now: WallTime): string =>
  start === null ? NOTHING : `${shortDay(dateOf(start), dateOf(now))}, ${clockOf(start)}`;

const toneOf = ({ state }: ImportRow): string =>
  state === 'READY' || state === 'CREATED' ? 'font-semibold' : 'font-normal text-soft';

/** Why, and the button that leaves the row out: a calendar also has what is no appointment. */
function Why({ row, drop }: { row: ImportRow; drop: VisitImportState['drop'] }) {
  return (
    <span className="flex items-center justify-between gap-2">
      <span className="min-w-0">{row.reason}</span>
      {row.state !== 'CREATED' && (
        <button
          type="button"
          aria-label={`Izbaci ${row.text}`}
          onClick={() => drop(row.id)}
          className="grid size-11 shrink-0 place-items-center rounded-pill text-soft hover:bg-blush"
        >
          <X size={18} />
        </button>
      )}
    </span>
  );
}

/** The row of a pasted line is edited in its place, and read again at once. */
function YourLine({ row, edit }: { row: ImportRow; edit: VisitImportState['edit'] }) {
  if (!row.isPasted || row.state === 'CREATED') return <span className="text-soft">{row.text}</span>;
  return (
    <input
      type="text"
      aria-label={`Red ${row.id}`}
      value={row.text}
      onChange={({ target }) => edit(row.id, target.value)}
      className="-mx-2 w-[calc(100%+1rem)] min-w-0 rounded-event border border-transparent bg-transparent px-2 py-1.5 text-soft hover:border-line focus:border-link focus:text-ink"
    />
  );
}

const columnsOf = ({ edit, drop, now }: VisitImportState): OutcomeColumn<ImportRow>[] => [
  { name: 'Vaš red', width: 'minmax(0, 6fr)', cell: (row) => <YourLine row={row} edit={edit} /> },
  {
    name: 'Ko',
    width: 'minmax(0, 3fr)',
    cell: (row) => <span className={toneOf(row)}>{row.visit.name ?? NOTHING}</span>,
    isHead: true,
  },
  {
    name: 'Kada',
    width: 'minmax(0, 3fr)',
    cell: ({ visit }) => momentOf(visit.start, now),
    className: 'tabular-nums',
  },
  { name: 'Usluga', width: 'minmax(0, 3fr)', cell: ({ visit }) => visit.services.join(' + ') || NOTHING },
  { name: 'Radnica', width: 'minmax(0, 2fr)', cell: ({ visit }) => visit.technician ?? NOTHING },
  { name: 'Ishod', width: '7.5rem', cell: StateChip },
  { name: 'Zašto', width: 'minmax(0, 3fr)', cell: (row) => <Why row={row} drop={drop} /> },
];

const cardOf =
  ({ edit, drop, now }: VisitImportState) =>
  (row: ImportRow) => {
    const { visit } = row;
    const facts = [momentOf(visit.start, now), visit.services.join(' + '), visit.technician].filter(Boolean);
    return (
      <>
        <YourLine row={row} edit={edit} />
        <span className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <b className="min-w-0 font-semibold wrap-anywhere">{visit.name ?? NOTHING}</b>
          <StateChip state={row.state} />
        </span>
        <span className="text-small tabular-nums">{facts.join(' · ')}</span>
        <span className="text-small text-soft">
          <Why row={row} drop={drop} />
        </span>
      </>
    );
  };
const CARD_PX = 160;

type Filter = 'all' | 'ready' | 'others';
const isReady = ({ state }: ImportRow): boolean => state === 'READY' || state === 'CREATED';

function Rows({ edit, rows }: { edit: VisitImportState; rows: readonly ImportRow[] }) {
  const [filter, setFilter] = useState<Filter>('all');
  const ready = rows.filter(isReady);
  const others = rows.filter((row) => !isReady(row));
  const shown = { all: rows, ready, others }[filter];
  return (
    <>
      <div className="mb-3 flex max-md:*:w-full">
        <Filters
          filters={[
            { id: 'all', label: 'Sve', count: rows.length },
            { id: 'ready', label: edit.isSaved ? 'Upisano' : 'Spremno', count: ready.length },
            { id: 'others', label: 'Ostalo', count: others.length },
          ]}
          chosen={filter}
          onChoose={setFilter}
        />
      </div>
      <OutcomeRows
        rows={shown}
        columns={columnsOf(edit).filter(({ name }) => name !== 'Radnica' || edit.technicians.length > 0)}
        card={cardOf(edit)}
        cardPx={CARD_PX}
      />
      {!edit.isSaved && (
        <p className="mt-4 text-small text-soft">
          Ništa još nije upisano. Red se menja na mestu, pa se odmah čita ponovo. Klijentkinjama se ne javlja.
        </p>
      )}
    </>
  );
}

/** Lines to paste: at the beginning, and with 'Nalepi još'. */
function Paste({ onRead }: { onRead: (text: string) => void }) {
  const [text, setText] = useState('');
  const isEmpty = text.trim() === '';
  return (
    <div className="grid w-full max-w-prose gap-3 text-left">
      <TextAreaField
        label="Redovi"
        hint="Svaki termin u svom redu, kako ga i pišete: Mira sub 21. u 8 korekcija"
        value={text}
        onChange={setText}
        rows={6}
      />
      <Button
        className="justify-self-start"
        disabled={isEmpty}
        onClick={() => {
          onRead(text);
          setText('');
        }}
      >
        Pročitaj
      </Button>
    </div>
  );
}

/** What a file leaves open: the order of day and month, and the technicians whom the salon does not know. */
function Questions({ edit }: { edit: VisitImportState }) {
  const { file, unknown, technicians, known } = edit;
  const isOrderAsked = file?.table && file.table.order === null;
  if (!isOrderAsked && unknown.length === 0) return null;
  const options = technicians.map(({ id, name }) => ({ value: String(id), label: name }));
  return (
    <div className="mb-4 grid gap-4 rounded-card border border-line bg-card p-4 sm:grid-cols-2">
      {isOrderAsked && <DateOrderField order={edit.order} onChange={edit.setOrder} />}
      {unknown.map((name) => (
        <SelectField
          key={name}
          label={`Ko je „${name}“?`}
          value={String(answeredTechnician(name, known, technicians)?.id ?? '')}
          options={options}
          onChange={(id) => edit.setKnown(name, id)}
        />
      ))}
    </div>
  );
}

function Progress({ edit }: { edit: VisitImportState }) {
  if (edit.done === null) return null;
  return (
    <div
      role="status"
      className="sticky bottom-0 z-10 mt-4 grid gap-3 rounded-t-card border border-line bg-card p-4 max-lg:bottom-16"
    >
      <p className="flex justify-between gap-3">
        <b className="font-semibold">{`Upisano ${formatNumber(edit.done)} od ${formatNumber(edit.total)}`}</b>
        <span className="text-soft">ne zatvarajte stranu</span>
      </p>
      <progress max={edit.total} value={edit.done} className="h-2 w-full accent-accent" />
      <Button variant="quiet" isBlock onClick={edit.stop}>
        Zaustavi
      </Button>
    </div>
  );
}

function Actions({ edit, onMore }: { edit: VisitImportState; onMore: () => void }) {
  const { ready, isSaved } = edit;
  return (
    <div className="flex flex-wrap gap-2 max-md:w-full max-md:*:flex-1">
      {isSaved && (
        <Button variant="quiet" onClick={edit.undo} isBusy={edit.isUndoing}>
          Poništi uvoz
        </Button>
      )}
      <Button icon={ClipboardPaste} variant="quiet" onClick={onMore} disabled={edit.isSaving}>
        Nalepi još
      </Button>
      <FileButton
        label="Fajl sa terminima"
        accept={FILES}
        icon={FileUp}
        variant="quiet"
        onChoose={edit.choose}
        disabled={edit.isSaving}
      >
        Iz fajla
      </FileButton>
      {isSaved && ready === 0 ? (
        <ButtonLink to={paths.adminCalendar}>Kalendar</ButtonLink>
      ) : (
        <Button onClick={edit.save} isBusy={edit.isSaving || edit.isChecking} disabled={ready === 0}>
          {ready === 0 ? 'Nema spremnih' : `Upiši ${counted(ready, APPOINTMENTS)}`}
        </Button>
      )}
    </div>
  );
}

/** The page that enters many appointments: pasted lines, calendars and files of other programs. docs/spec/behaviour.md §31.4 */
export function VisitImport() {
  const edit = useVisitImport();
  const [isPasting, setIsPasting] = useState(false);
  const { rows, file } = edit;
  const isEmpty = rows.length === 0 && !file;
  return (
    <Page width="admin">
      <PageHead
        title="Unesi više termina"
        back={{ to: paths.adminClients, label: 'Klijenti' }}
        actions={!isEmpty && <Actions edit={edit} onMore={() => setIsPasting(!isPasting)} />}
      />
      <FormAlert text={edit.alert} className="has-[p]:mb-4" />
      {(isEmpty || isPasting) && (
        <EmptyState title="Nalepite redove ili izaberite fajl" isCard>
          <Paste
            onRead={(text) => {
              edit.paste(text);
              setIsPasting(false);
            }}
          />
          {isEmpty && (
            <FileButton
              label="Fajl sa terminima"
              accept={FILES}
              icon={FileUp}
              variant="quiet"
              onChoose={edit.choose}
            >
              Iz fajla
            </FileButton>
          )}
        </EmptyState>
      )}
      {file?.table && !edit.isSaved && (
        <Columns table={file.table} fields={APPOINTMENT_FIELDS} isShown onChange={edit.remap} />
      )}
      {!edit.isSaved && <Questions edit={edit} />}
      {rows.length > 0 && <Rows edit={edit} rows={rows} />}
      <Progress edit={edit} />
    </Page>
  );
}
