import { useState } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { isUnbooked } from '#domain/appointments/appointments.ts';

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

/** All but what was cancelled can be chosen, several at once. */
export const isChoosable = ({ status }: Appointment): boolean => status !== 'CANCELLED';

/** Which appointments of the list are chosen. One that got booked, cancelled or left the list is no longer among them. */
export function useChosen(rows: readonly Appointment[]) {
  // with the kind that it had: a free one that gets booked was not meant
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
