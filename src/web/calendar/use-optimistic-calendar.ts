import { useEffect, useRef, useState } from 'react';
import type { SalonAppointment } from '#contract/appointments.ts';
import { toId } from '#domain/ids.ts';
import { errorText } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { toast } from '../ui/toast.ts';
import type { Change } from './drag/changes.ts';
import { isUnseenSlot, SUNDAY_WARNING } from './event-text.ts';
import { usePutRows } from './queries.ts';

/** Asks before the page closes while changes are being saved. */
function useAskBeforeLeaving(isSaving: boolean): void {
  useEffect(() => {
    if (!isSaving) return;
    const ask = (leaving: BeforeUnloadEvent) => leaving.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isSaving]);
}

/** The rows of the server, overridden by the rows of running changes. */
function withRunning(
  rows: readonly SalonAppointment[],
  running: readonly Change[],
): readonly SalonAppointment[] {
  if (running.length === 0) return rows;
  const over = new Map(running.flatMap((change) => change.rows).map((row) => [row.id, row]));
  const deleted = new Set(running.map(({ deletedId }) => deletedId));
  return [...rows, ...over.values()].filter(
    (row) => !deleted.has(row.id) && (over.get(row.id) ?? row) === row,
  );
}

/**
 * Shows the changes of drags at once, and reverts one that the server refuses. Saves them in order, because a change may need a time that
 * the previous one frees. docs/spec/product.md §2.19 and §8
 */
export function useOptimisticCalendar(saved: readonly SalonAppointment[]) {
  const [running, setRunning] = useState<readonly Change[]>([]);
  const lastSave = useRef(Promise.resolve());
  const savedVersions = useRef(new Map<number, number>());
  const lastId = useRef(0);
  const putRows = usePutRows();
  const invalidate = useInvalidateAppointments();
  const toastUndo = useUndoToast();
  useAskBeforeLeaving(running.length > 0);
  const versionOf = ({ id, version }: SalonAppointment) =>
    Math.max(version, savedVersions.current.get(id) ?? 0);
  const save = async (change: Change) => {
    try {
      const { rows, undo_token } = await change.send(versionOf);
      for (const { id, version } of rows) savedVersions.current.set(id, version);
      putRows(rows, change.deletedId === undefined ? [] : [change.deletedId]);
      toastUndo(change.done, undo_token, change.title);
      if (rows.some((row) => isUnseenSlot(row.status, row.start_datetime))) toast('warning', SUNDAY_WARNING);
    } catch (error) {
      toast('error', errorText(error, change.fallback));
    }
    setRunning((before) => before.filter((other) => other !== change));
    invalidate();
  };
  const run = ({ rows, ...rest }: Change) => {
    lastId.current -= 1; // a new row's id is negative, so that it never equals an id of the server
    const change = { ...rest, rows: rows.map((row) => ({ ...row, id: row.id || toId(lastId.current) })) };
    setRunning((before) => [...before, change]);
    lastSave.current = lastSave.current.then(() => save(change));
  };
  const pending = new Set(running.flatMap((change) => change.rows).map(({ id }) => id));
  return { rows: withRunning(saved, running), pending, run };
}
