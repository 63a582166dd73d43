import { DAY_PHASE_LABELS, type DayPhase } from '#salon/slots/booking-strip.ts';
import { cx } from '../../ui/cx.ts';

const SHAPES: Record<DayPhase, string> = {
  many: 'bg-current',
  few: 'rotate-20 shadow-[inset_3px_-1px_0_0_currentColor]',
  none: 'shadow-[inset_0_0_0_1.5px_currentColor]',
};

/** How much of a day is free, as a phase of the moon: full, crescent, empty ring. It takes the colour around it. */
export function Phase({ phase, className }: { phase: DayPhase; className?: string }) {
  return <i aria-hidden="true" className={cx('block size-2.25 rounded-full', SHAPES[phase], className)} />;
}

export const legendId = (phase: DayPhase): string => `dan-${phase}`;

const PHASES = ['many', 'few', 'none'] as const;

/** The phases in words; each day refers to its own, so that it is read out with the day. */
export function PhaseLegend() {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-label/[18px] text-soft">
      {PHASES.map((phase) => (
        <li key={phase} className="inline-flex items-center gap-1.5">
          <Phase phase={phase} className={phase === 'none' ? 'text-edge' : 'text-link'} />
          <span id={legendId(phase)}>{DAY_PHASE_LABELS[phase]}</span>
        </li>
      ))}
    </ul>
  );
}
