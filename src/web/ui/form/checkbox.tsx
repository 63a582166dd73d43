import { cx } from '../cx.ts';

export interface ToggleProps {
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
  name?: string;
  disabled?: boolean;
  className?: string;
}

export function Checkbox({ label, isOn, onChange, className, ...input }: ToggleProps) {
  return (
    <label className={cx('inline-flex min-h-11 cursor-pointer items-center gap-2.5', className)}>
      <input
        type="checkbox"
        {...input}
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-5 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
