import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { lockTarget } from '#domain/appointments.ts';

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

/** Only slots, free or blocked, can be chosen, several at once. */
export const isChoosable = ({ status }: Appointment): boolean => lockTarget(status) !== undefined;

/** Which slots of the list are chosen. One that got booked or left the list is no longer among them. */
export function useChosen(rows: readonly Appointment[]) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const choose = (some: readonly Appointment[], isOn: boolean) => {
    const next = new Set(ids);
    for (const { id } of some.filter(isChoosable)) {
      if (isOn) next.add(id);
      else next.delete(id);
    }
    setIds(next);
  };
  return {
    slots: rows.filter((row) => ids.has(row.id) && isChoosable(row)),
    has: (id: number) => ids.has(id),
    choose,
    clear: () => setIds(new Set()),
  };
}

export type Chosen = ReturnType<typeof useChosen>;
