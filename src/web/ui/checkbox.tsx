import { cx } from './cx.ts';

export interface ToggleProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  'aria-invalid'?: true | undefined;
  disabled?: boolean;
  className?: string;
}

/** A checkbox. `autoComplete` is off because Firefox restores checked boxes on reload without a change event. */
export function Checkbox({ label, isOn, onChange, className, ...input }: ToggleProps) {
  return (
    <label className={cx('inline-flex min-h-11 cursor-pointer items-center gap-2.5', className)}>
      <input
        type="checkbox"
        {...input}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        autoComplete="off"
        className="size-5 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}

const TRACK =
  'relative h-7 w-12 shrink-0 cursor-pointer appearance-none rounded-pill border border-edge bg-card transition-colors checked:border-accent checked:bg-accent';
const KNOB =
  "before:absolute before:inset-y-1 before:left-1 before:w-4.5 before:rounded-pill before:bg-edge before:transition-[translate] before:content-[''] checked:before:translate-x-5 checked:before:bg-white";

export interface SwitchProps extends ToggleProps {
  /** Shows the label to screen readers only. */
  isLabelHidden?: boolean;
}

/** A switch that takes effect immediately. */
export function Switch({ label, isOn, onChange, className, isLabelHidden, ...input }: SwitchProps) {
  return (
    <label
      className={cx('flex min-h-13 cursor-pointer items-center justify-between gap-4 font-medium', className)}
    >
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
      <input
        type="checkbox"
        role="switch"
        {...input}
        checked={isOn}
        aria-checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        autoComplete="off"
        className={`${TRACK} ${KNOB}`}
      />
    </label>
  );
}
