import {
  Bell,
  CalendarCheck,
  CalendarSync,
  Clock,
  Languages,
  type LucideIcon,
  MessageCircle,
  Palette,
  QrCode,
  ShieldCheck,
  Store,
  UserCheck,
  Users,
  Wallet,
} from 'lucide-react';
import type { ResponseBody } from '#contract/index.ts';
import { LANGUAGE_NAMES } from '#domain/language/language-names.ts';
import { type CountedWord, counted, DAYS, MINUTES } from '#domain/wording/numbers.ts';
import { queryOf } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import type { SettingsInput } from './save-settings.ts';

/** The origin of the salon's pages: `public_url`, or this browser's origin if it is not configured. */
export const pagesAddress = ({ public_url }: { public_url: string }): string =>
  public_url.replace(/\/+$/, '') || window.location.origin;

export const withoutScheme = (address: string): string => address.replace(/^https?:\/\//, '');

export interface Known {
  settings: SettingsInput;
  salon: ResponseBody<'GET /salon'> | undefined;
  feed: ResponseBody<'GET /calendar-feed'> | undefined;
}

export const MONTHS: CountedWord = 'mesec|meseca|meseci';

const contact = ({ settings }: Known): string =>
  [settings.salon_name, settings.salon_phone || 'telefon nije upisan'].join(', ');

const booking = ({ settings }: Known): string =>
  `${counted(settings.booking_days ?? 0, DAYS)} unapred, do ${settings.max_active_bookings} termina`;

function notices({ settings, salon }: Known): string {
  if (salon?.mail === false) return 'Email nije podešen';
  return settings.owner_mail === 1 ? 'Na email' : 'Isključena';
}

const times = ({ settings }: Known): string =>
  settings.notice_minutes
    ? `Najkasnije ${counted(settings.notice_minutes, MINUTES)} ranije`
    : 'Do samog početka';

const WHO = {
  NONE: 'Svi zakazuju odmah',
  NEW: 'Nove klijentkinje uz potvrdu',
  ALL: 'Svaki termin potvrđujete vi',
} as const;

const who = ({ settings }: Known): string => WHO[settings.requests_for ?? 'NONE'];

const languages = ({ settings }: Known): string =>
  settings.languages?.map((language) => LANGUAGE_NAMES[language]).join(' · ') ?? '';

function payments({ settings }: Known): string {
  if (settings.payments !== 1) return 'Isključeno';
  return settings.deposit_for === 'NONE' ? 'Naplata, bez kapare' : 'Naplata i kapara';
}

function kept({ settings }: Known): string {
  const months = settings.guest_retention_months ?? 0;
  return months === 0 ? 'Podaci gošća ostaju' : `Podaci gošća se brišu posle ${counted(months, MONTHS)}`;
}

export const SECTIONS = [
  { id: 'salon', label: 'Podaci o salonu', icon: Store, note: contact },
  { id: 'radnice', label: 'Radnice', icon: Users, note: () => 'Ko radi, boje i usluge' },
  { id: 'zakazivanje', label: 'Zakazivanje', icon: CalendarCheck, note: booking },
  { id: 'vremena', label: 'Vremena', icon: Clock, note: times },
  { id: 'ko', label: 'Ko može da zakaže', icon: UserCheck, note: who },
  { id: 'naplata', label: 'Kapara i naplata', icon: Wallet, note: payments },
  { id: 'uradjeno', label: 'Urađeno', icon: Palette, note: () => 'Šta upisujete posle termina' },
  { id: 'poruke', label: 'Poruke', icon: MessageCircle, note: () => 'Potvrda, podsetnik i druge' },
  { id: 'jezici', label: 'Jezici', icon: Languages, note: languages },
  { id: 'obavestenja', label: 'Obaveštenja', icon: Bell, note: notices },
  {
    id: 'link',
    label: 'Link i QR kod',
    icon: QrCode,
    note: ({ salon }) => salon && withoutScheme(pagesAddress(salon)),
  },
  {
    id: 'kalendar',
    label: 'Kalendar na telefonu',
    icon: CalendarSync,
    note: ({ feed }) => feed && (feed.active === 1 ? 'Povezan' : 'Nije povezan'),
  },
  { id: 'privatnost', label: 'Privatnost i kopije', icon: ShieldCheck, note: kept },
] as const satisfies readonly {
  id: string;
  label: string;
  icon: LucideIcon;
  note: (known: Known) => string | undefined;
}[];

export type Section = (typeof SECTIONS)[number];

const NAME = 'deo';

export const sectionIn = (search: string): Section | undefined => {
  const id = new URLSearchParams(search).get(NAME);
  return SECTIONS.find((section) => section.id === id);
};

export const sectionPath = (id: Section['id']): string => `${paths.adminSettings}?${NAME}=${id}`;

/** Whose calendar link to use: the technician's, or the salon's if `technician_id` is missing. */
export type Whose = { technician_id?: string };

/** Whether a calendar link exists; the link itself is returned only when it is created. */
export const calendarFeedQuery = (whose: Whose = {}) =>
  queryOf(['calendar-feed', whose], 'GET /calendar-feed', { query: whose });
