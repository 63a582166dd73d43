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
} from 'lucide-react';
import { Link } from 'wouter';
import { type Path, paths } from '../lib/paths.ts';
import { unreadInWords, useUnreadCount } from '../lib/query-hooks.ts';
import { Badge } from '../ui/badge.tsx';
import { Page, PageHead } from '../ui/page.tsx';
import { FirstSteps } from './first-steps.tsx';

interface Place {
  to: Path;
  label: string;
  note: string;
  icon: LucideIcon;
}

const PLACES: readonly Place[] = [
  { to: paths.adminCalendar, label: 'Kalendar', note: 'Dan, nedelja, mesec', icon: CalendarDays },
  { to: paths.adminAppointments, label: 'Termini', note: 'Slobodni termini i šabloni', icon: Clock },
  { to: paths.adminClients, label: 'Klijenti', note: 'Kontakti i beleške', icon: Users },
  { to: paths.adminServices, label: 'Usluge', note: 'Cenovnik', icon: Sparkles },
  { to: paths.adminNotifications, label: 'Notifikacije', note: 'Novo i otkazano', icon: Bell },
  { to: paths.adminStatistics, label: 'Statistika', note: 'Prihod i popunjenost', icon: ChartNoAxesColumn },
  { to: paths.adminAbsences, label: 'Odsustva', note: 'Kada salon ne radi', icon: CalendarX },
  { to: paths.adminSettings, label: 'Podešavanja', note: 'Salon i pravila', icon: Settings },
];

function PlaceCard({ place: { to, label, note, icon: Icon }, unread }: { place: Place; unread: number }) {
  const words = unreadInWords(unread);
  return (
    <Link
      to={to}
      aria-description={words ?? note}
      className="relative grid h-full content-start gap-3 rounded-card border border-line bg-card p-4 transition-colors hover:border-link hover:bg-blush md:p-5"
    >
      <span className="relative grid size-11 place-items-center rounded-pill bg-blush text-link">
        <Icon aria-hidden="true" size={22} strokeWidth={1.75} />
        <Badge count={unread} className="absolute -top-1 left-7 ring-2 ring-card" />
      </span>
      <span>
        <span className="block font-display text-h3 font-[460]">{label}</span>
        <span aria-hidden="true" className="block text-small text-soft">
          {words ?? note}
        </span>
      </span>
    </Link>
  );
}

/** /admin: the ways to everything the owner does (docs/spec/product.md §2.10), and an empty salon's first steps. */
export default function AdminPage() {
  const unread = useUnreadCount();
  return (
    <Page width="admin">
      <PageHead title="Admin panel" back={{ to: paths.home, label: 'Početna' }} />
      <FirstSteps />
      <ul className="grid grid-cols-2 gap-3 md:grid-cols-4">
        {PLACES.map((place) => (
          <li key={place.to}>
            <PlaceCard place={place} unread={place.to === paths.adminNotifications ? unread : 0} />
          </li>
        ))}
      </ul>
    </Page>
  );
}
