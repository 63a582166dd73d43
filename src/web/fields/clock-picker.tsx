import { DAY_CLOSES, DAY_OPENS, SLOT_STEP_MINUTES } from '#salon/limits.ts';

const FIRST_HOUR = Number(DAY_OPENS.slice(0, 2));
const LAST_HOUR = Number(DAY_CLOSES.slice(0, 2)) - 1; // nothing begins when the day closes
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
      <div className="grid grid-cols-4 gap-1">
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

/** Hours and minutes to press. */
export function ClockPicker({ value, onChange }: { value: string; onChange: (clock: string) => void }) {
  const [hour, minute] = value === '' ? [] : value.split(':');
  return (
    <div className="flex gap-5">
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
