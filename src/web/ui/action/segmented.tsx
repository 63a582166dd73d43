export interface Segment<Id extends string> {
  id: Id;
  label: string;
}

export interface SegmentedProps<Id extends string> {
  label: string;
  segments: readonly Segment<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
}

/** A few choices side by side, one pressed. */
export function Segmented<Id extends string>({ label, segments, chosen, onChoose }: SegmentedProps<Id>) {
  return (
    <fieldset
      aria-label={label}
      className="inline-grid auto-cols-fr grid-flow-col rounded-card border border-edge bg-card p-[3px]"
    >
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          aria-pressed={segment.id === chosen}
          onClick={() => onChoose(segment.id)}
          className="min-h-10 rounded-event px-2.5 text-small md:px-3.5 font-medium text-soft transition-colors hover:bg-blush aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white"
        >
          {segment.label}
        </button>
      ))}
    </fieldset>
  );
}
