import {
  Bell,
  CalendarDays,
  CalendarX,
  ChartNoAxesColumn,
  Clock,
  type LucideIcon,
  Settings,
  Sparkles,
  Users,
  Wallet,
} from 'lucide-react';
import { usePaymentsOn } from '../queries/admin-queries.ts';
import { isTechnician } from '../session/technician.ts';
import { type Path, paths } from './paths.ts';

export interface OwnerPlace {
  to: Path;
  label: string;
  note: string;
  icon: LucideIcon;
}

const PLACES: readonly OwnerPlace[] = [
  { to: paths.adminCalendar, label: 'Kalendar', note: 'Dan, nedelja, mesec', icon: CalendarDays },
  { to: paths.adminAppointments, label: 'Termini', note: 'Slobodni, šabloni, čekaju', icon: Clock },
  { to: paths.adminClients, label: 'Klijenti', note: 'Kontakti i beleške', icon: Users },
  { to: paths.adminServices, label: 'Usluge', note: 'Cenovnik', icon: Sparkles },
  { to: paths.adminNotifications, label: 'Notifikacije', note: 'Novo i otkazano', icon: Bell },
  { to: paths.adminStatistics, label: 'Statistika', note: 'Prihod i popunjenost', icon: ChartNoAxesColumn },
  { to: paths.adminAbsences, label: 'Odsustva', note: 'Kada salon ne radi', icon: CalendarX },
  { to: paths.adminCash, label: 'Kasa', note: 'Naplata i zaključenje dana', icon: Wallet },
  { to: paths.adminSettings, label: 'Podešavanja', note: 'Salon, poruke, link', icon: Settings },
];

const HERS: readonly Path[] = [
  paths.adminCalendar,
  paths.adminAppointments,
  paths.adminNotifications,
  paths.adminAbsences,
];

/** The pages of the admin panel and the rail, with 'Kasa' only while payments are on. docs/spec/product.md §2.10 */
export function useOwnerPlaces(): readonly OwnerPlace[] {
  const hasPayments = usePaymentsOn();
  return PLACES.filter(({ to }) =>
    isTechnician() ? HERS.includes(to) : hasPayments || to !== paths.adminCash,
  );
}
