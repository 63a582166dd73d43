import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import type { AppointmentToImport } from '#contract/booking/imports.ts';
import type { ResponseBody } from '#contract/index.ts';
import { technicianNamed } from '#domain/imports/appointments.ts';
import type { DateOrder } from '#domain/imports/fields.ts';
import {
  answeredTechnician,
  peopleIndex,
  titledVisit,
  type VisitToImport,
  visitsOfLine,
  withTechnicians,
} from '#domain/imports/lines.ts';
import { type FileVisit, visitsOf } from '#domain/imports/rows.ts';
import type { Table } from '#domain/imports/table.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { errorText, request } from '../../lib/api.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { peopleQueries } from '../../lib/queries/people-queries.ts';
import { useSalon, useServices } from '../../lib/queries/queries.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { useTechnicians } from '../../technicians/technicians.tsx';
import { useDebounced } from '../../ui/browser.ts';
import { toast } from '../../ui/toasts/toast.ts';
import { readFile } from './read-file.ts';
import { newImportId, useParts } from './send-parts.ts';

type Result = ResponseBody<'POST /appointments/import'>['rows'][number];
export type RowState = Result['state'];

/** A pasted line or a row of a file, with what the server says of it. A line of a series has several appointments. */
export interface ImportRow {
  readonly id: number;
  readonly text: string;
  readonly isPasted: boolean;
  /** The first of its appointments, to show. */
  readonly visit: VisitToImport;
  readonly state: RowState | null;
  readonly reason: string | null;
}

/** What was chosen: appointments, or a table whose columns the owner can assign. */
interface ChosenFile {
  readonly table: Table | null;
  readonly visits: readonly FileVisit[];
}

interface Source {
  readonly id: number;
  readonly text: string;
  readonly isPasted: boolean;
  readonly visits: readonly VisitToImport[];
}

const PART_ROWS = 50;
const DRY_ROWS = 500;
const SETTLE_MS = 400;
const CHECK_FALLBACK = 'Redovi nisu provereni. Pokušajte ponovo.';
const SAVE_FALLBACK = 'Uvoz nije završen. Pokušajte ponovo, ništa se ne upisuje dvaput.';

/** A row as the server takes it. */
const sentRow = (visit: VisitToImport, index: number): AppointmentToImport => ({
  index,
  ...(visit.name && { name: visit.name }),
  ...(visit.phone && { phone: visit.phone }),
  ...(visit.person_id && { person_id: visit.person_id }),
  start_datetime: visit.start,
  ...(visit.minutes && { duration_minutes: visit.minutes }),
  services: [...visit.services],
  ...(visit.price !== null && { price: visit.price }),
  ...(visit.technician && { technician: visit.technician }),
  ...(visit.notes && { notes: visit.notes }),
  status: visit.status,
  ...(visit.uid && { uid: visit.uid }),
  ...(visit.series && { series: visit.series }),
});

/** What the lines are read with. */
function useReading(now: WallTime | null) {
  const people = useQuery(peopleQueries.all()).data;
  const services = useServices().data;
  const technicians = useTechnicians();
  return useMemo(() => {
    if (!now || !people || !services) return undefined;
    return { now, services, technicians, peopleIn: peopleIndex(people) };
  }, [now, people, services, technicians]);
}

const isOpen = ({ question, name }: VisitToImport): boolean => question === null && name !== null;

/** A row with the results of its appointments: those of the first that is not as the others should be. */
function rowOf(source: Source, results: readonly (Result | undefined)[]): ImportRow {
  const [visit] = source.visits;
  if (!visit) throw new Error(`row ${source.id} has no appointment`);
  const odd = results.find((result) => result && result.state !== 'READY' && result.state !== 'CREATED');
  const result = odd ?? results[0];
  const { id, text, isPasted } = source;
  const question = visit.question ?? (visit.name === null ? 'dopišite ime' : null);
  const words = [
    question ?? result?.reason,
    ...visit.said,
    source.visits.length > 1 && counted(source.visits.length, APPOINTMENTS),
    isPasted &&
      visit.person_id === null &&
      visit.name !== null &&
      !question &&
      result?.state === 'READY' &&
      'nova',
  ];
  const state = question ? (visit.start === null ? 'NO_TIME' : 'REFUSED') : (result?.state ?? null);
  return { id, text, isPasted, visit, state, reason: words.filter(Boolean).join(', ') || null };
}

/** The rows of pasted lines and of a file, read with what the salon knows. */
function useSources(now: WallTime | null) {
  const reading = useReading(now);
  const [lines, setLines] = useState<readonly { readonly id: number; readonly text: string }[]>([]);
  const [file, setFile] = useState<ChosenFile | null>(null);
  const [order, setOrder] = useState<DateOrder | null>(null);
  const [known, setKnown] = useState<Readonly<Record<string, string>>>({});
  const [dropped, setDropped] = useState<ReadonlySet<number>>(NONE);
  const timeZone = useSalon().data?.time_zone ?? 'UTC';
  const ofFile = useMemo(() => {
    if (!file?.table) return file?.visits ?? [];
    const chosen = file.table.order ?? order;
    return chosen ? visitsOf(file.table, chosen, timeZone) : [];
  }, [file, order, timeZone]);
  const read = useMemo(() => {
    if (!reading) return [];
    const pasted = lines.map(({ id, text }) => ({
      id,
      text,
      isPasted: true,
      visits: visitsOfLine(text, id, reading),
    }));
    const filed = ofFile.map((visit) => ({
      id: FILE_IDS + visit.line,
      text: visit.text,
      isPasted: false,
      visits: [titledVisit(visit, reading)],
    }));
    return [...pasted, ...filed].filter(({ id }) => !dropped.has(id));
  }, [lines, ofFile, reading, dropped]);
  return {
    setFile: (chosen: ChosenFile) => {
      setDropped(NONE);
      setFile(chosen);
    },
    /** Leaves a row out. */
    drop: (id: number) => setDropped(new Set([...dropped, id])),
    reading,
    lines,
    setLines,
    file,
    order,
    setOrder,
    known,
    setKnown,
    read,
    timeZone,
  };
}
const FILE_IDS = 1_000_000;
const NONE: ReadonlySet<number> = new Set();

/** Gives lines without a technician to whoever is free; names those whom the salon does not know. */
function useTechniciansOf(sources: ReturnType<typeof useSources>, now: WallTime) {
  const { read, reading, known } = sources;
  const technicians = reading?.technicians ?? [];
  const visits = useMemo(() => read.flatMap((source) => source.visits), [read]);
  const today = dateOf(now);
  const days = visits.flatMap(({ start }) => (start ? [dateOf(start)] : [])).sort();
  const [from, to] = [days[0], days.at(-1)];
  const rows = useQuery({
    queryKey: ['appointments', 'calendar', 'import', from, to],
    queryFn: ({ signal }) =>
      request('GET /analytics/calendar', { query: { from: from ?? today, to: to ?? today }, signal }),
    enabled: technicians.length > 1 && from !== undefined && read.some(({ isPasted }) => isPasted),
  }).data;
  const unknown = useMemo(() => {
    const named = visits.flatMap(({ technician }) => technician ?? []);
    return technicians.length < 2
      ? []
      : [...new Set(named)].filter((name) => !technicianNamed(name, technicians));
  }, [visits, technicians]);
  const assigned = useMemo((): readonly Source[] => {
    const nameOf = (technician: string | null) =>
      technician !== null && unknown.includes(technician)
        ? (answeredTechnician(technician, known, technicians)?.name ?? technician)
        : technician;
    const pasted = read.filter(({ isPasted }) => isPasted).flatMap((source) => source.visits);
    const services = reading?.services ?? [];
    const given = withTechnicians(
      pasted.map((visit) => ({ ...visit, technician: nameOf(visit.technician) })),
      { technicians, services, rows: rows ?? [] },
    );
    return read.map((source) => ({
      ...source,
      visits: source.visits.map((visit) =>
        source.isPasted ? (given.shift() ?? visit) : { ...visit, technician: nameOf(visit.technician) },
      ),
    }));
  }, [read, reading, technicians, known, unknown, rows]);
  return { assigned, unknown, technicians };
}

interface SentVisit {
  /** Of the row and its appointment, as long as the page is open. */
  readonly key: string;
  readonly id: number;
  readonly row: AppointmentToImport;
}

/** The appointments that can be sent, and what the server says of them whenever they change. */
function useChecked(assigned: readonly Source[]) {
  const sent = useMemo(() => {
    const open = assigned.flatMap(({ id, visits }) =>
      visits.filter(isOpen).map((visit, n) => ({ id, n, visit })),
    );
    return open.map(
      ({ id, n, visit }, index): SentVisit => ({ key: `${id} ${n}`, id, row: sentRow(visit, index) }),
    );
  }, [assigned]);
  const checked = useDebounced(sent, SETTLE_MS);
  const check = useQuery({
    queryKey: ['import', 'check', checked],
    queryFn: async () => {
      const results: Result[] = [];
      for (let from = 0; from < checked.length; from += DRY_ROWS) {
        const rows = checked.slice(from, from + DRY_ROWS).map(({ row }) => row);
        results.push(...(await request('POST /appointments/import', { body: { rows, dry_run: true } })).rows);
      }
      return new Map(results.map((result, n) => [checked[n]?.key ?? '', result]));
    },
    enabled: checked.length > 0,
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return { sent, results: check.data, isChecking: check.isFetching || checked !== sent, error: check.error };
}

/** Sends what is ready in parts, and undoes it. What is saved stays known by its key. */
function useSaving() {
  const client = useQueryClient();
  const invalidate = useInvalidateAppointments();
  const parts = useParts();
  const [importId, setImportId] = useState(newImportId);
  const [saved, setSaved] = useState<ReadonlyMap<string, Result>>(new Map());
  const save = useMutation({
    mutationFn: (ready: readonly SentVisit[]) =>
      parts.send(ready, PART_ROWS, async (part) => {
        const rows = part.map(({ row }) => row);
        const done = await request('POST /appointments/import', { body: { import_id: importId, rows } });
        const results = part.flatMap(({ key }, n) => (done.rows[n] ? [[key, done.rows[n]] as const] : []));
        setSaved((before) => new Map([...before, ...results]));
        return results;
      }),
    onSettled: invalidate,
  });
  const startAgain = () => {
    setSaved(new Map());
    setImportId(newImportId());
    save.reset();
  };
  const undo = useMutation({
    mutationFn: () => request('DELETE /appointments/import/{import_id}', { params: { import_id: importId } }),
    onSuccess: ({ removed, kept }) => {
      toast(
        'success',
        `Uvoz je poništen. Uklonjeno: ${formatNumber(removed)}, ostaje: ${formatNumber(kept)}.`,
      );
      startAgain();
      void client.invalidateQueries({ queryKey: ['import', 'check'] });
    },
    onError: (error) => toast('error', errorText(error, 'Uvoz nije poništen.')),
    onSettled: invalidate,
  });
  useWarningBeforeLeaving(save.isPending);
  return { saved, save, undo, startAgain, parts };
}

/** Everything that the page knows and does: reads, has the server check each change, saves in parts, undoes. */
export function useVisitImport() {
  const now = useNow();
  const sources = useSources(now);
  const { assigned, unknown, technicians } = useTechniciansOf(sources, now ?? START);
  const { lines, setLines, file, setFile, setOrder, order, known, setKnown, timeZone } = sources;
  const { sent, results, isChecking, error } = useChecked(assigned);
  const { saved, save, undo, startAgain, parts } = useSaving();
  const [refused, setRefused] = useState<string | null>(null);
  const ready = sent.filter(({ key }) => results?.get(key)?.state === 'READY' && !saved.has(key));
  const byRow = Map.groupBy(sent, ({ id }) => id);
  const resultOf = ({ key }: SentVisit) => saved.get(key) ?? results?.get(key);
  const choose = async (chosen: File) => {
    if (!now) return;
    const read = await readFile(chosen, { subject: 'appointments', now, timeZone });
    setRefused('refused' in read ? read.refused : null);
    if (!('table' in read || 'visits' in read)) return;
    setFile('table' in read ? { table: read.table, visits: [] } : { table: null, visits: read.visits });
    startAgain();
  };
  const paste = (text: string) => {
    const added = text.split(/\r?\n/).flatMap((line) => line.trim() || []);
    setLines([...lines, ...added.map((line, n) => ({ id: lines.length + n + 1, text: line }))]);
  };
  return {
    ...{ file, unknown, technicians, choose, paste, setOrder, order, known, isChecking },
    rows: assigned.map((source) => rowOf(source, (byRow.get(source.id) ?? []).map(resultOf))),
    now: now ?? START,
    edit: (id: number, text: string) => setLines(lines.map((line) => (line.id === id ? { id, text } : line))),
    drop: sources.drop,
    remap: (table: Table) => setFile({ table, visits: [] }),
    setKnown: (name: string, id: string) => setKnown({ ...known, [name]: id }),
    ready: ready.length,
    save: () => !save.isPending && save.mutate(ready),
    isSaving: save.isPending,
    isSaved: saved.size > 0,
    ...{ done: parts.done, total: parts.total, stop: parts.stop },
    undo: () => undo.mutate(),
    isUndoing: undo.isPending,
    alert:
      refused ??
      (save.error && errorText(save.error, SAVE_FALLBACK)) ??
      (error && errorText(error, CHECK_FALLBACK)),
  };
}
export type VisitImportState = ReturnType<typeof useVisitImport>;

/** Before the clock is known nothing is shown that needs it. */
const START: WallTime = '2000-01-01 00:00:00';

/** Closing the page while rows are sent would stop the import. */
function useWarningBeforeLeaving(isSaving: boolean): void {
  useEffect(() => {
    if (!isSaving) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isSaving]);
}
