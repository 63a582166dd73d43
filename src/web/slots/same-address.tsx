import { formatNumber } from '#domain/wording/numbers.ts';
import { cx } from '../ui/cx.ts';

export interface SameAddressProps {
  slot: { readonly id: number; readonly same_address?: number };
  onChoose: (id: number) => void;
  className?: string;
}

/** Beside a guest's booking: others were booked from the same address. Shows only those. */
export function SameAddress({ slot, onChoose, className }: SameAddressProps) {
  const { id, same_address = 0 } = slot;
  if (same_address === 0) return null;
  return (
    <button
      type="button"
      onClick={() => onChoose(id)}
      className={cx(
        'text-link-inline relative z-1 inline-flex min-h-11 items-center justify-self-start text-small',
        className,
      )}
    >
      ista adresa (još {formatNumber(same_address)})
    </button>
  );
}
