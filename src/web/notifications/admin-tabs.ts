import type { ADMIN_NOTIFICATION_TABS } from '#contract/notifications.ts';

export type AdminTab = (typeof ADMIN_NOTIFICATION_TABS)[number];

export interface TabTexts {
  /** In the page's address. */
  id: string;
  tab: AdminTab;
  label: string;
  empty: string;
  /** Asked before all of the tab are deleted. */
  deleteAll: string;
}

/** docs/spec/texts.md §2.4. */
export const ADMIN_TABS = [
  {
    id: 'sve',
    tab: 'ALL',
    label: 'Sve',
    empty: 'Još nema notifikacija.',
    deleteAll: 'Obrisati sve notifikacije?',
  },
  {
    id: 'novi-termini',
    tab: 'NEW_BOOKING',
    label: 'Novi termini',
    empty: 'Nema novih termina.',
    deleteAll: 'Obrisati sve notifikacije o novim terminima?',
  },
  {
    id: 'otkazani',
    tab: 'CANCELLED',
    label: 'Otkazani',
    empty: 'Nema otkazanih termina.',
    deleteAll: 'Obrisati sve notifikacije o otkazanim terminima?',
  },
  {
    id: 'novi-klijenti',
    tab: 'NEW_CLIENT',
    label: 'Novi klijenti',
    empty: 'Nema novih klijenata.',
    deleteAll: 'Obrisati sve notifikacije o novim klijentima?',
  },
] as const satisfies readonly TabTexts[];
