import type { Client } from '#contract/clients.ts';
import { csvText } from '../lib/csv/csv-text.ts';

const HEADING = ['Ime i prezime', 'Telefon', 'Email', 'Grad', 'Beleška'] as const;

/** All clients as a table, with the headings that the import reads. */
export const clientsCsv = (clients: readonly Client[]): string =>
  csvText([
    [
      HEADING,
      ...clients.map(({ name, phone, email, city, notes }) => [
        name,
        phone ?? '',
        email ?? '',
        city ?? '',
        notes ?? '',
      ]),
    ],
  ]);
