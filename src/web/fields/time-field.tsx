import { Popover } from '@base-ui/react/popover';
import { Clock } from 'lucide-react';
import { useRef, useState } from 'react';
import { DAY_CLOSES, DAY_OPENS, SLOT_STEP_MINUTES } from '#salon/limits.ts';
import { Field, type FieldTexts, type Wiring } from '../ui/form/field.tsx';
import { ShownAs } from '../ui/form/shown-as.tsx';
import { useHasMouse } from '../ui/use-media.ts';
import { ClockPicker } from './clock-picker.tsx';
import { clockTyped } from './clock-text.ts';

export type TimeFieldProps = Omit<FieldTexts, 'aside'> & {
  name?: string;
  /** 'HH:mm', '' while it is not a whole time. */
  value: string;
  onChange: (value: string) => void;
  required?: boolean;
};

type ControlProps = Pick<TimeFieldProps, 'name' | 'value' | 'onChange' | 'required'>;

const SECONDS_A_MINUTE = 60;

/** The device's own wheel, for fingers. */
function TouchTime({ wiring, ...input }: ControlProps & { wiring: Wiring }) {
  return (
    <ShownAs
      {...input}
      {...wiring}
      type="time"
      shown={input.value}
      min={DAY_OPENS.slice(0, 5)}
      max={DAY_CLOSES.slice(0, 5)}
      step={SLOT_STEP_MINUTES * SECONDS_A_MINUTE}
    />
  );
}

function ClockPopover({ value, onChange }: Pick<ControlProps, 'value' | 'onChange'>) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place}>
      <Popover.Root>
        <Popover.Trigger
          aria-label="Sat"
          className="absolute top-0.5 right-0.5 grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
        >
          <Clock aria-hidden="true" size={20} strokeWidth={1.75} />
        </Popover.Trigger>
        <Popover.Portal container={place}>
          <Popover.Positioner positionMethod="fixed" align="end" sideOffset={6} className="z-30">
            <Popover.Popup
              aria-label="Sat"
              className="rounded-card border border-line bg-card p-3 shadow-float animate-appear"
            >
              <ClockPicker value={value} onChange={onChange} />
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </span>
  );
}

/** Typed in any usual way, or picked: a browser's own control would write a.m. and p.m. in the language it runs in. */
function TypedTime({ wiring, value, onChange, ...input }: ControlProps & { wiring: Wiring }) {
  const [draft, setDraft] = useState<string | null>(null);
  const type = (text: string) => {
    setDraft(text);
    onChange(clockTyped(text));
  };
  return (
    <div className="relative">
      <input
        {...input}
        {...wiring}
        type="text"
        inputMode="numeric"
        autoComplete="off"
        placeholder="--:--"
        value={draft ?? value}
        onChange={(event) => type(event.target.value)}
        onBlur={() => value !== '' && setDraft(null)}
        className="control pr-12 tabular-nums"
      />
      <ClockPopover
        value={value}
        onChange={(clock) => {
          setDraft(null);
          onChange(clock);
        }}
      />
    </div>
  );
}

/** When a slot begins: 06:00-22:00 in steps of 5 minutes (spec.md §5). Always with 24 hours. */
export function TimeField({ label, hint, error, className, ...input }: TimeFieldProps) {
  const Time = useHasMouse() ? TypedTime : TouchTime;
  return (
    <Field label={label} hint={hint} error={error} className={className}>
      {(wiring) => <Time {...input} wiring={wiring} />}
    </Field>
  );
}
