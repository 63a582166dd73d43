import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ImportField, ImportTable } from '#domain/clients/columns.ts';
import { request } from '../../lib/api.ts';
import { errorText } from '../../lib/errors.ts';
import { useInvalidateAppointments } from '../../lib/queries/query-client.ts';
import { focusHeading } from '../../ui/page.tsx';
import type { CheckedRow } from './import-rows.tsx';
import { readFile } from './read-file.ts';

/** What a file holds and what becomes of it; `isSaved`: it has. */
export interface CheckedFile {
  name: string;
  table: ImportTable;
  recognised: readonly ImportField[] | null;
  rows: readonly CheckedRow[];
  isSaved: boolean;
}

const FALLBACK = 'Spisak nije proveren. Pokušajte ponovo.';
const SAVE_FALLBACK = 'Uvoz nije uspeo. Ništa nije sačuvano. Pokušajte ponovo.';

async function sent(name: string, table: ImportTable, isSaved: boolean): Promise<CheckedFile> {
  const body = { rows: table.people.map(({ cells }) => cells), dry_run: !isSaved };
  const { rows } = await request('POST /users/clients/import', { body });
  const checked = table.people.flatMap(({ line, cells }, index): CheckedRow[] => {
    const told = rows[index];
    return told ? [{ id: line, cells, outcome: told.result, reason: told.reason }] : [];
  });
  return { name, table, recognised: table.recognised, rows: checked, isSaved };
}

/** A file is chosen, read in the browser, checked by the server, and saved only when the owner says so. */
export function useImport() {
  const invalidate = useInvalidateAppointments();
  const [file, setFile] = useState<CheckedFile | null>(null);
  const [refused, setRefused] = useState<string | null>(null);
  const show = (checked: CheckedFile) => {
    setFile(checked);
    focusHeading();
    window.scrollTo(0, 0);
  };
  const refuse = (why: string) => {
    setRefused(why);
    focusHeading(); // the button that was pressed stands elsewhere now
  };
  const check = useMutation({
    mutationFn: async (chosen: File) => {
      const read = await readFile(chosen);
      return 'refused' in read ? read : sent(chosen.name, read.table, false);
    },
    onSuccess: (read) => ('refused' in read ? refuse(read.refused) : show(read)),
    onError: (error) => refuse(errorText(error, FALLBACK)),
  });
  const save = useMutation({
    mutationFn: ({ name, table }: CheckedFile) => sent(name, table, true),
    onSuccess: (saved) => {
      invalidate();
      show(saved);
    },
  });
  const choose = (chosen: File) => {
    setRefused(null);
    setFile(null);
    save.reset();
    check.mutate(chosen);
  };
  return {
    file,
    choose,
    /** Why the chosen file can't be used. */
    refused,
    isChecking: check.isPending,
    save: () => file && !save.isPending && save.mutate(file),
    isSaving: save.isPending,
    saveError: save.error && errorText(save.error, SAVE_FALLBACK),
  };
}
