import { useQuery } from '@tanstack/react-query';
import { Check, ChevronRight } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { useToday } from '../lib/clock/clock.ts';
import { firstStepsQuery } from '../lib/queries/admin-queries.ts';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { ButtonLink } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';

interface StepTexts {
  id: 'salon' | 'services' | 'templates' | 'slots' | 'link';
  label: string;
  note: string;
  act: string;
  why?: string;
  /** A setting that a new salon chooses with this step. */
  choice?: { text: string; to: string };
  to: string;
}

const STEPS: readonly StepTexts[] = [
  {
    id: 'salon',
    label: 'Podaci o salonu',
    note: 'Naziv, telefon, adresa i radno vreme',
    act: 'Upišite podatke o salonu',
    why: 'Klijentkinje vide telefon, adresu i radno vreme tek kada ih upišete.',
    to: `${paths.adminSettings}?deo=salon`,
  },
  {
    id: 'services',
    label: 'Dodajte usluge',
    note: 'Naziv, cena i trajanje',
    act: 'Upišite prvu uslugu',
    to: `${paths.adminServices}?tab=dodaj`,
  },
  {
    id: 'templates',
    label: 'Napravite nedeljni šablon',
    note: 'Kojim danima i satima radite',
    act: 'Upišite prvi šablon',
    choice: {
      text: 'Usluge traju različito? Uključite „Kraća usluga ne zauzima ceo termin“.',
      to: `${paths.adminSettings}?deo=vremena`,
    },
    to: `${paths.adminAppointments}?tab=sabloni`,
  },
  {
    id: 'slots',
    label: 'Generišite termine',
    note: 'Otvorite kalendar za naredne nedelje',
    act: 'Otvorite prve nedelje',
    to: `${paths.adminAppointments}?tab=sabloni`, // the tab with the templates also contains the form that generates weeks
  },
  {
    id: 'link',
    label: 'Podelite link',
    note: 'QR kod i link za Instagram',
    act: 'Otvorite link i QR kod',
    to: `${paths.adminSettings}?deo=link`,
  },
];

/** A link to the next open step, scrolled to when a step is completed. Shown if step `after` is completed and the next step is on another page. */
export function NextStep({ after }: { after: StepTexts['id'] }) {
  const today = useToday();
  const { data } = useQuery(firstStepsQuery(isTechnician() ? null : today));
  const done = STEPS.findIndex(({ id }) => id === after);
  const next = STEPS[data?.indexOf(false) ?? -1];
  const isShown = Boolean(data?.[done]) && next !== undefined && next.to !== STEPS[done]?.to;
  const wasShown = useRef<boolean>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const isKnown = data !== undefined;
  useEffect(() => {
    if (isShown && wasShown.current === false) place.current?.scrollIntoView({ block: 'center' });
    if (isKnown) wasShown.current = isShown;
  }, [isShown, isKnown]);
  if (!isShown) return null;
  return (
    <p ref={place} className="mt-6">
      <ButtonLink to={next.to} variant="quiet" className="max-md:w-full">
        {`Sledeći korak: ${next.label}`}
      </ButtonLink>
    </p>
  );
}

/** The checklist for a new salon; hidden when all steps are done or the salon has a booking. docs/spec/product.md §2.10 */
export function FirstSteps() {
  const today = useToday();
  const { data } = useQuery(firstStepsQuery(isTechnician() ? null : today));
  const next = data?.indexOf(false) ?? -1;
  const nextStep = STEPS[next];
  if (!data || !nextStep) return null;
  return (
    <section aria-labelledby="prvi-koraci" className="mb-8">
      <div className="mb-3 flex items-center justify-between gap-3">
        <h2 id="prvi-koraci">Prvi koraci</h2>
        <span className="text-small text-soft tabular-nums">
          {data.filter(Boolean).length} od {STEPS.length}
        </span>
      </div>
      <ol className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {STEPS.map((step, index) => {
          const isDone = data[index] === true;
          const isNext = index === next;
          return (
            <li key={step.id}>
              <Link
                to={step.to}
                aria-current={isNext ? 'step' : undefined}
                className="flex min-h-17 items-center gap-4 px-4 py-3 -outline-offset-2 transition-colors hover:bg-blush"
              >
                <span
                  className={cx(
                    'grid size-9 shrink-0 place-items-center rounded-pill font-display font-medium tabular-nums',
                    isDone
                      ? 'bg-ok-tint text-ok'
                      : isNext
                        ? 'bg-accent text-white'
                        : 'border border-edge text-soft',
                  )}
                >
                  {isDone ? <Check strokeWidth={2} /> : <span aria-hidden="true">{index + 1}</span>}
                </span>
                <span className="min-w-0 flex-1">
                  <span
                    className={cx('block', isNext ? 'font-semibold' : 'text-soft', isDone && 'line-through')}
                  >
                    {step.label}
                  </span>
                  <span className="block text-small text-soft">{isDone ? 'Urađeno' : step.note}</span>
                </span>
                <ChevronRight strokeWidth={2} className="shrink-0 text-soft" />
              </Link>
            </li>
          );
        })}
      </ol>
      <ButtonLink to={nextStep.to} className="mt-3 max-md:w-full">
        {nextStep.act}
      </ButtonLink>
      {nextStep.why && <p className="mt-3 text-small text-soft">{nextStep.why}</p>}
      {nextStep.choice && (
        <p className="mt-3 text-small">
          <Link to={nextStep.choice.to} className="text-link-inline">
            {nextStep.choice.text}
          </Link>
        </p>
      )}
    </section>
  );
}
