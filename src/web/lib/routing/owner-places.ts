import {
  Bell,
  CalendarDays,
  CalendarX,
  ChartNoAxesColumn,
  Clock,
  HandCoins,
  type LucideIcon,
  Settings,
  Sparkles,
  Users,
  Wallet,
} from 'lucide-react';
import { useMay, usePaymentsOn } from '../queries/admin-queries.ts';
import { useSalon } from '../queries/queries.ts';
import { isTechnician } from '../session/session.ts';
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
  { to: paths.adminShares, label: 'Obračun', note: 'Zarada i isplate', icon: HandCoins },
  { to: paths.adminAbsences, label: 'Odsustva', note: 'Kada salon ne radi', icon: CalendarX },
  { to: paths.adminCash, label: 'Kasa', note: 'Naplata i zaključenje dana', icon: Wallet },
  { to: paths.adminSettings, label: 'Podešavanja', note: 'Salon, poruke, link', icon: Settings },
];

const HERS: readonly Path[] = [
  paths.adminCalendar,
  paths.adminAppointments,
  paths.adminNotifications,
  paths.adminAbsences,
  paths.adminShares,
];

/** The pages of the admin panel and the rail, with 'Kasa' only while payments are on. docs/spec/product.md §2.10 */
export function useOwnerPlaces(): readonly OwnerPlace[] {
  const hasPayments = usePaymentsOn();
  const takesDaysOff = useMay('can_take_days_off');
  const hasLedger = useSalon().data?.payments === 1;
  return PLACES.filter(({ to }) => {
    if (to === paths.adminShares) return isTechnician() && hasLedger; // the owner finds it in 'Statistika'
    return isTechnician()
      ? HERS.includes(to) && (takesDaysOff || to !== paths.adminAbsences)
      : hasPayments || to !== paths.adminCash;
  });
}
