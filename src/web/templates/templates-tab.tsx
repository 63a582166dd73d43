import { dateOf } from '#salon/salon-time.ts';
import { useNow } from '../api/clock/use-now.ts';
import { Loaded } from '../api/loaded.tsx';
import { CardBones, ListBones } from '../ui/part/bones.tsx';
import { EmptyState } from '../ui/part/empty-state.tsx';
import { Section } from '../ui/part/page.tsx';
import { AddTemplate } from './add-template.tsx';
import { GenerateForm } from './generate/generate-form.tsx';
import { useTemplates } from './queries.ts';
import { WeekGlance } from './week-glance.tsx';

const FALLBACK = 'Greška pri učitavanju podataka.';

/** The usual week, and the slots that some weeks of it make. */
export function TemplatesTab() {
  const templates = useTemplates();
  const now = useNow();
  return (
    <>
      <AddTemplate />
      <Section title="Nedelja u salonu">
        <Loaded
          query={templates}
          fallback={FALLBACK}
          bones={<ListBones rows={4} />}
          empty={
            <EmptyState title="Još nema šablona." isCard>
              <p className="text-soft">Dodajte termine koji se ponavljaju svake nedelje.</p>
            </EmptyState>
          }
        >
          {(rows) => <WeekGlance templates={rows} />}
        </Loaded>
      </Section>
      <Section title="Termini po šablonu">
        {now === null ? <CardBones /> : <GenerateForm today={dateOf(now)} />}
      </Section>
    </>
  );
}
