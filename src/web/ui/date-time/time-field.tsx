import { Clock } from 'lucide-react';
import { DAY_CLOSES, DAY_OPENS, SLOT_STEP_MINUTES } from '#domain/limits.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  type WallDate,
  wallTimeOn,
} from '#domain/wall-clock.ts';
import { DeviceField, useDevicePicker } from './device-picker.tsx';
import { type Reading, TypedField, type TypedProps } from './typed-field.tsx';
import { clockTyped, isWholeClock } from './typed-values.ts';

const SECONDS_A_MINUTE = 60;
const ARROW_MINUTES = 15;
const ANY_DAY = '2026-01-01' as WallDate;

function arrowStep(clock: string, by: 1 | -1): string | null {
  if (!isShortClockTime(clock)) return null;
  const next = addMinutes(wallTimeOn(ANY_DAY, clock), by * ARROW_MINUTES);
  return dateOf(next) === ANY_DAY ? clockOf(next) : null;
}

const READING: Reading = {
  read: clockTyped,
  isWhole: isWholeClock,
  show: (value) => value,
  step: arrowStep,
  sentence: 'Unesite vreme kao 09:30.',
};

const FORMAT = 'hh:mm';

/** The start of a slot: 06:00-22:00 in steps of 5 minutes (docs/spec/product.md §5.5), in 24-hour format. */
export function TimeField(props: TypedProps) {
  if (useDevicePicker('time'))
    return (
      <DeviceField
        {...props}
        type="time"
        shown={props.value}
        placeholder={FORMAT}
        min={DAY_OPENS.slice(0, 5)}
        max={DAY_CLOSES.slice(0, 5)}
        step={SLOT_STEP_MINUTES * SECONDS_A_MINUTE}
      />
    );
  return (
    <TypedField field={props} reading={READING} placeholder={FORMAT} icon={Clock} picker="Sat">
      {(set) => <ClockPicker value={props.value} onChange={set} />}
    </TypedField>
  );
}

const FIRST_HOUR = Number(DAY_OPENS.slice(0, 2));
const LAST_HOUR = Number(DAY_CLOSES.slice(0, 2)) - 1; // no slot starts at closing time
const HOUR_MINUTES = 60;

const two = (n: number): string => String(n).padStart(2, '0');
const HOURS = Array.from({ length: LAST_HOUR - FIRST_HOUR + 1 }, (_, n) => two(FIRST_HOUR + n));
const MINUTES = Array.from({ length: HOUR_MINUTES / SLOT_STEP_MINUTES }, (_, n) =>
  two(n * SLOT_STEP_MINUTES),
);

interface ChoicesProps {
  label: string;
  choices: readonly string[];
  chosen: string | undefined;
  onChoose: (choice: string) => void;
}

function Choices({ label, choices, chosen, onChoose }: ChoicesProps) {
  return (
    <fieldset aria-label={label} className="min-w-0">
      <p aria-hidden="true" className="mb-1 text-label font-semibold text-soft">
        {label}
      </p>
      <div className="grid grid-cols-4 gap-1 max-[480px]:grid-cols-6">
        {choices.map((choice) => (
          <button
            key={choice}
            type="button"
            aria-pressed={choice === chosen}
            onClick={() => onChoose(choice)}
            className="grid size-11 place-items-center rounded-card tabular-nums transition-colors hover:bg-blush aria-pressed:bg-accent aria-pressed:font-semibold aria-pressed:text-white"
          >
            {choice}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function ClockPicker({ value, onChange }: { value: string; onChange: (clock: string) => void }) {
  const [hour, minute] = value === '' ? [] : value.split(':');
  return (
    <div className="flex gap-5 max-[480px]:flex-col max-[480px]:gap-3">
      <Choices
        label="Sati"
        choices={HOURS}
        chosen={hour}
        onChoose={(chosen) => onChange(`${chosen}:${minute ?? '00'}`)}
      />
      <Choices
        label="Minuti"
        choices={MINUTES}
        chosen={minute}
        onChoose={(chosen) => onChange(`${hour ?? HOURS[0]}:${chosen}`)}
      />
    </div>
  );
}
