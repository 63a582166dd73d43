import { Link } from 'react-router';
import { HOME_ACTIVE_COUNT } from '#salon/limits.ts';
import { useUpcoming } from '../../api/appointments/use-upcoming.ts';
import { Loaded } from '../../api/loaded.tsx';
import { ActiveCard } from '../../appointments/active/active-card.tsx';
import { ActiveCardBones } from '../../appointments/active/active-card-bones.tsx';
import { paths } from '../../paths.ts';
import { ButtonLink } from '../../ui/action/button.tsx';
import { EmptyState } from '../../ui/part/empty-state.tsx';
import { Section } from '../../ui/part/page.tsx';

const FALLBACK = 'Greška pri učitavanju predstojećih termina';

function Empty() {
  return (
    <EmptyState title="Nema aktivnih termina" isCard>
      <ButtonLink to={paths.booking} className="mt-2">
        Rezervišite termin
      </ButtonLink>
    </EmptyState>
  );
}

/** What the client has ahead, at most three (spec.md §9). */
export function ActiveAppointments() {
  const upcoming = useUpcoming();
  const all = (
    <Link to={paths.appointments} className="text-link-inline -my-3 py-3">
      Moji termini
    </Link>
  );
  return (
    <Section title="Aktivni termini" aside={upcoming.data?.length ? all : undefined}>
      <Loaded query={upcoming} fallback={FALLBACK} bones={<ActiveCardBones />} empty={<Empty />}>
        {(appointments) => (
          <div className="grid gap-3">
            {appointments.slice(0, HOME_ACTIVE_COUNT).map((appointment) => (
              <ActiveCard key={appointment.id} appointment={appointment} />
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  );
}
