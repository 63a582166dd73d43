import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { APPOINTMENTS, counted } from '#domain/wording/numbers.ts';
import { templateQueries } from '../lib/admin-queries.ts';
import { useNow } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { useIsWide } from '../ui/browser.ts';
import { List } from '../ui/card.tsx';
import { Section } from '../ui/page.tsx';
import { CardSkeleton, EmptyState, ListSkeleton } from '../ui/screen-states.tsx';
import { GenerateForm } from './generate-form.tsx';
import { AddTemplate } from './template-form.tsx';
import { TemplateRow } from './template-row.tsx';
import { byWeekday, type DayOfTemplates, hoursOf, weekdayLabel } from './template-values.ts';

const FALLBACK = 'Greška pri učitavanju podataka.';

/** The usual week, and the form that generates slots of some weeks from it. */
export function TemplatesTab() {
  const templates = useQuery(templateQueries.list());
  const now = useNow();
  return (
    <>
      <AddTemplate />
      <Section title="Nedelja u salonu">
        <Loaded
          query={templates}
          fallback={FALLBACK}
          skeleton={<ListSkeleton rows={4} />}
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
        {now === null ? <CardSkeleton /> : <GenerateForm today={dateOf(now)} />}
      </Section>
    </>
  );
}

/** So many fit on a phone without folding. */
const UNFOLDED_COUNT = 12;

function Rows({ templates }: DayOfTemplates) {
  return (
    <List>
      {templates.map((template) => (
        <TemplateRow key={template.id} template={template} />
      ))}
    </List>
  );
}

const EMPTY = (
  <p className="rounded-card border border-dashed border-line px-3 py-4 text-small text-soft">Nema šablona</p>
);

function DayColumn({ day }: { day: DayOfTemplates }) {
  const heading = `dan-${day.weekday}`;
  return (
    <section aria-labelledby={heading} className="min-w-0">
      <h3 id={heading} className="mb-2">
        {weekdayLabel(day.weekday)}
      </h3>
      {day.templates.length === 0 ? EMPTY : <Rows {...day} />}
    </section>
  );
}

/** A day folded into one line on phones: how many, and from when till when. It unfolds when something is added to it. */
function FoldedDay({ day, isFull }: { day: DayOfTemplates; isFull: boolean }) {
  const count = day.templates.length;
  const [fold, setFold] = useState({ isOpen: !isFull, count });
  if (fold.count !== count) setFold({ isOpen: fold.isOpen || count > fold.count, count });
  if (count === 0) return <DayColumn day={day} />;
  return (
    <details
      open={fold.isOpen}
      onToggle={({ currentTarget }) => setFold({ isOpen: currentTarget.open, count })}
      className="group/day"
    >
      <summary className="flex min-h-13 cursor-pointer list-none items-center gap-3 [&::-webkit-details-marker]:hidden">
        <h3>{weekdayLabel(day.weekday)}</h3>
        <span className="ml-auto text-right text-small text-soft tabular-nums">
          {counted(count, APPOINTMENTS)}, {hoursOf(day.templates)}
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="shrink-0 text-soft transition-transform group-open/day:rotate-180"
        />
      </summary>
      <Rows {...day} />
    </details>
  );
}

/** The usual week: a column a day on desktops, one day under the other on phones. */
function WeekGlance({ templates }: { templates: readonly Template[] }): ReactNode {
  const isWide = useIsWide();
  const days = byWeekday(templates);
  if (isWide) {
    return (
      <div className="grid grid-cols-3 gap-x-3 gap-y-6 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
        {days.map((day) => (
          <DayColumn key={day.weekday} day={day} />
        ))}
      </div>
    );
  }
  return (
    <div className="grid gap-2 divide-y divide-line">
      {days.map((day) => (
        <FoldedDay key={day.weekday} day={day} isFull={templates.length > UNFOLDED_COUNT} />
      ))}
    </div>
  );
}
