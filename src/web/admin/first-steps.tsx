import { useQuery } from '@tanstack/react-query';
import { Check, ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import { dateOf } from '#domain/wall-clock.ts';
import { firstStepsQueries } from '../lib/admin-queries.ts';
import { useNow } from '../lib/clock.ts';
import { paths } from '../lib/paths.ts';
import { cx } from '../ui/cx.ts';

const STEPS = [
  { label: 'Dodajte usluge', note: 'Naziv, cena i trajanje', to: paths.adminServices },
  {
    label: 'Napravite nedeljni šablon',
    note: 'Termini koji se ponavljaju svake nedelje',
    to: `${paths.adminAppointments}?tab=sabloni`,
  },
  {
    label: 'Generišite termine',
    note: 'Jedna do četiri nedelje unapred',
    to: `${paths.adminAppointments}?tab=sabloni`,
  },
] as const;

function Step({ step, number, isDone }: { step: (typeof STEPS)[number]; number: number; isDone: boolean }) {
  return (
    <li>
      <Link
        to={step.to}
        className="flex min-h-17 items-center gap-4 px-4 py-3 -outline-offset-2 transition-colors hover:bg-blush"
      >
        <span
          className={cx(
            'grid size-9 shrink-0 place-items-center rounded-pill font-semibold tabular-nums',
            isDone ? 'bg-ok-tint text-ok' : 'border border-edge text-soft',
          )}
        >
          {isDone ? <Check aria-hidden="true" size={20} /> : <span aria-hidden="true">{number}</span>}
        </span>
        <span className="min-w-0 flex-1">
          <span className={cx('block font-medium', isDone && 'text-soft line-through')}>{step.label}</span>
          <span className="block text-small text-soft">{isDone ? 'Urađeno' : step.note}</span>
        </span>
        <ChevronRight aria-hidden="true" size={20} className="shrink-0 text-soft" />
      </Link>
    </li>
  );
}

/** Three steps from an empty salon to one that can be booked, each ticked when it is done; hidden when all are. */
export function FirstSteps() {
  const now = useNow();
  const { data } = useQuery(firstStepsQueries.of(now && dateOf(now)));
  if (!data || data.every((isDone) => isDone)) return null;
  return (
    <section aria-labelledby="prvi-koraci" className="mb-8">
      <h2 id="prvi-koraci">Prvi koraci</h2>
      <p className="mt-1 mb-3 text-soft">Tri koraka do prvog zakazanog termina.</p>
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {STEPS.map((step, index) => (
          <Step key={step.label} step={step} number={index + 1} isDone={data[index] ?? false} />
        ))}
      </ol>
    </section>
  );
}
