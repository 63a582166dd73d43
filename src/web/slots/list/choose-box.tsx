export interface ChooseBoxProps {
  /** Its name: it shows no word. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A box to tick, with room for a finger. */
export function ChooseBox({ label, isOn, onChange }: ChooseBoxProps) {
  return (
    <label className="relative z-1 grid size-11 shrink-0 cursor-pointer place-items-center rounded-card hover:bg-blush">
      <input
        type="checkbox"
        aria-label={label}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 accent-accent"
      />
    </label>
  );
}
