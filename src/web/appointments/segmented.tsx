export interface SegmentedProps<Value extends string | number> {
  legend: string;
  options: readonly { value: Value; label: string }[];
  /** null: none yet. */
  chosen: Value | null;
  onChoose: (value: Value) => void;
}

const SEGMENT =
  'min-h-11 rounded-[9px] px-2 font-medium text-soft transition-colors hover:bg-blush aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white';

/** A few words side by side, of which one counts. */
export function Segmented<Value extends string | number>({
  legend,
  options,
  chosen,
  onChoose,
}: SegmentedProps<Value>) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,7.5rem),1fr))] gap-1 rounded-card border border-edge bg-card p-1">
        {options.map(({ value, label }) => (
          <button
            key={value}
            type="button"
            aria-pressed={value === chosen}
            onClick={() => onChoose(value)}
            className={SEGMENT}
          >
            {label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
