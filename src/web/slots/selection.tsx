import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { isUnbooked } from '#domain/appointments/appointments.ts';

export interface ChooseBoxProps {
  /** The accessible name; the checkbox has no visible label. */
  label: string;
  isOn: boolean;
  onChange: (isOn: boolean) => void;
}

/** A checkbox with a target of 44 px. */
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

/** Whether an appointment can be selected: all except canceled appointments. */
export const isChoosable = ({ status }: Appointment): boolean => status !== 'CANCELLED';

/** The selected appointments. Deselects an appointment that is booked, canceled or removed from the list. */
export function useChosen(rows: readonly Appointment[]) {
  // stores with each id whether the slot was unbooked, to deselect a slot that has been booked
  const [ids, setIds] = useState<ReadonlyMap<number, boolean>>(new Map());
  const isChosen = (row: Appointment) => ids.get(row.id) === isUnbooked(row.status) && isChoosable(row);
  const choose = (some: readonly Appointment[], isOn: boolean) => {
    const next = new Map(ids);
    for (const row of some.filter(isChoosable)) {
      if (isOn) next.set(row.id, isUnbooked(row.status));
      else next.delete(row.id);
    }
    setIds(next);
  };
  return {
    slots: rows.filter(isChosen),
    has: isChosen,
    choose,
    clear: () => setIds(new Map()),
  };
}

export type Chosen = ReturnType<typeof useChosen>;
