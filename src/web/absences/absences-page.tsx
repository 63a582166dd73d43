import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { useNow } from '../lib/clock/clock.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { absenceQueries } from '../lib/queries/queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { Page, PageHead, Section } from '../ui/page.tsx';
import { CardSkeleton, EmptyState } from '../ui/screen-states.tsx';
import { AbsenceCard, type OwnAbsence } from './absence-card.tsx';
import { AddAbsence, type AddedAbsence } from './add-absence.tsx';

const FALLBACK = 'Greška pri učitavanju odsustava.';

interface GroupProps {
  title: string;
  absences: readonly OwnAbsence[];
  today: WallDate;
  added: AddedAbsence | null;
}

function Group({ title, absences, today, added }: GroupProps) {
  if (absences.length === 0) return null;
  return (
    <Section title={title}>
      <div className="grid grid-cols-1 gap-3">
        {absences.map((absence) => (
          <AbsenceCard
            key={absence.id}
            absence={absence}
            today={today}
            isNew={absence.id === added?.id}
            guests={absence.id === added?.id ? added.guests : []}
          />
        ))}
      </div>
    </Section>
  );
}

function Absences({ today }: { today: WallDate }) {
  const absences = useQuery(absenceQueries.own());
  const [added, setAdded] = useState<AddedAbsence | null>(null);
  return (
    <>
      <AddAbsence today={today} onAdded={setAdded} />
      <div className="mt-8">
        <Loaded
          query={absences}
          fallback={FALLBACK}
          skeleton={<CardSkeleton />}
          empty={<EmptyState title="Nema upisanih odsustava." isCard />}
        >
          {(rows) => (
            <>
              <Group
                title="Predstojeća odsustva"
                absences={rows.filter(({ date_to }) => date_to >= today).reverse()}
                today={today}
                added={added}
              />
              <Group
                title="Prošla odsustva"
                absences={rows.filter(({ date_to }) => date_to < today)}
                today={today}
                added={added}
              />
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

/** /admin/annual: when the salon is closed, and the bookings that this concerns (docs/spec/product.md §2.17). */
export default function AbsencesPage() {
  const now = useNow();
  return (
    <Page width="admin">
      <PageHead title="Odsustva" back={{ to: paths.admin, label: 'Admin panel' }} />
      {now === null ? <CardSkeleton /> : <Absences today={dateOf(now)} />}
    </Page>
  );
}
