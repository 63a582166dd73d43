import { useQuery } from '@tanstack/react-query';
import { dateOf } from '#domain/wall-clock.ts';
import { useNow } from '../lib/clock/clock.ts';
import { templateQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { Section } from '../ui/page.tsx';
import { CardSkeleton, EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { GenerateForm } from './generate-form.tsx';
import { AddTemplate } from './template-form.tsx';
import { WeekGlance } from './week-glance.tsx';
import { WeeksAhead } from './weeks-ahead.tsx';

const FALLBACK = 'Greška pri učitavanju podataka.';

/** The usual week, what makes slots of it by itself, and the form that generates some weeks of it by hand. */
export function TemplatesTab() {
  const templates = useQuery(templateQueries.list());
  const now = useNow();
  const today = now === null ? null : dateOf(now);
  return (
    <div className="gap-x-10 lg:grid lg:grid-cols-[minmax(0,1fr)_22rem] lg:grid-rows-[auto_1fr] lg:*:[section]:mt-0">
      <Section title="Nedelja u salonu" className="mt-0">
        <Loaded
          query={templates}
          fallback={FALLBACK}
          skeleton={<ListSkeleton rows={6} />}
          empty={
            <EmptyState title="Još nema šablona." isCard>
              <p className="text-soft">Dodajte termine koji se ponavljaju svake nedelje.</p>
            </EmptyState>
          }
        >
          {(rows) => <WeekGlance templates={rows} />}
        </Loaded>
      </Section>
      <div className="lg:row-span-2">
        <Section title="Novi šablon" className="lg:mt-0">
          <AddTemplate week={templates.data ?? []} />
        </Section>
        <WeeksAhead today={today} />
      </div>
      <Section title="Termini po šablonu" className="lg:mt-8!">
        {today === null ? <CardSkeleton /> : <GenerateForm today={today} week={templates.data} />}
      </Section>
    </div>
  );
}
