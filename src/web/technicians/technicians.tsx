import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TechnicianId } from '#domain/ids.ts';
import { TECHNICIAN_MAX_HUE } from '#domain/technicians.ts';
import { request } from '../lib/api.ts';
import { type Technician, techniciansQuery } from '../lib/queries/technicians.ts';
import { cx } from '../ui/cx.ts';
import { Initials } from '../ui/list.tsx';

/** Query for all technicians, including former ones; for the owner only. */
export const allTechniciansQuery = () =>
  queryOptions({
    queryKey: [...techniciansQuery().queryKey, 'all'],
    queryFn: ({ signal }) => request('GET /technicians', { query: { all: '1' }, signal }),
  });

/** The query parameter for the id of the chosen technician. */
export const TECHNICIAN_IN_PATH = 'radnica';

const NONE: Technician[] = [];
const ofSeveral = (list: Technician[]) => (list.length > 1 ? list : NONE);

/** The active technicians in the owner's order; empty while loading, and in a salon with only one technician. */
export const useTechnicians = (): readonly Technician[] =>
  useQuery({ ...techniciansQuery(), select: ofSeveral }).data ?? NONE;

/** The appointment's technician; undefined if she has left, and in a salon with only one technician. */
export const useTechnicianOf = ({ technician_id }: { technician_id: TechnicianId }) =>
  useTechnicians().find(({ id }) => id === technician_id)?.id;

/** A technician to show. The public list contains no hue, so clients see a color derived from the id. */
type Shown = Pick<Technician, 'name' | 'hue'> & { id?: number };

/** A disc in the technician's color with the technician's initials, shown next to the name. */
export function TechnicianDisc({ technician, isLarge }: { technician: Shown; isLarge?: boolean }) {
  return (
    <Initials
      of={technician.name}
      data-hue={technician.hue ?? ((technician.id ?? 1) - 1) % (TECHNICIAN_MAX_HUE + 1)}
      className={cx(
        'bg-(--hue) font-semibold text-(--on-hue) shadow-[inset_0_0_0_1px_var(--color-edge)]',
        isLarge ? 'size-[2.75rem]' : 'size-[1.75rem] text-label',
      )}
    />
  );
}

const CHIP =
  'flex min-h-11 items-center gap-2 rounded-pill border border-edge bg-card py-1 pr-4 pl-2 text-small font-medium transition-colors hover:border-link hover:bg-blush aria-pressed:border-link aria-pressed:bg-blush aria-pressed:font-semibold aria-pressed:text-link aria-pressed:shadow-[inset_0_0_0_1px_var(--color-link)]';

export interface TechnicianChipsProps {
  technicians: readonly Technician[];
  /** The chosen technician; null: all technicians. */
  chosen: TechnicianId | null;
  onChoose: (id: TechnicianId | null) => void;
  /** Omits the chip 'Sve radnice', so that one technician must be chosen. */
  isOne?: boolean;
  className?: string;
}

/** Chips to choose a technician or 'Sve radnice'. Renders nothing in a salon with one technician. */
export function TechnicianChips(props: TechnicianChipsProps) {
  const { technicians, chosen, onChoose, isOne, className } = props;
  if (technicians.length === 0) return null;
  return (
    <fieldset aria-label="Radnica" className={cx('flex flex-wrap gap-2', className)}>
      {!isOne && (
        <button
          type="button"
          aria-pressed={chosen === null}
          onClick={() => onChoose(null)}
          className={cx(CHIP, 'pl-4')}
        >
          Sve radnice
        </button>
      )}
      {technicians.map((technician) => (
        <button
          key={technician.id}
          type="button"
          aria-pressed={technician.id === chosen}
          onClick={() => onChoose(technician.id)}
          className={CHIP}
        >
          <TechnicianDisc technician={technician} />
          {technician.name}
        </button>
      ))}
    </fieldset>
  );
}
