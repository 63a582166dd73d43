import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { WallDate, WallTime } from '#domain/wall-clock.ts';
import { TextField } from '../../ui/field.tsx';
import { QuickEntry } from './quick-entry.tsx';
import { isAppointment, useQuickEntry } from './use-quick-entry.ts';

interface InOneLineProps {
  now: WallTime;
  /** The day of a line that names none. */
  openDay: WallDate | undefined;
  onBooked: () => void;
  /** Called when the text begins or ceases to be an appointment. */
  onRead: (isLine: boolean) => void;
}

/** The field 'U jednom redu': a line is read as an appointment while it is typed. Enter goes to the button that books. */
export function InOneLine({ now, openDay, onBooked, onRead }: InOneLineProps) {
  const [text, setText] = useState('');
  const quick = useQuickEntry(text, now, openDay);
  const submit = useRef<HTMLButtonElement>(null);
  const isLine = isAppointment(quick.entry);
  useEffect(() => onRead(isLine), [isLine, onRead]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    submit.current?.focus();
  };
  const booked = () => {
    setText('');
    onBooked();
  };
  return (
    <div className="mb-4 grid gap-3">
      <TextField
        label="U jednom redu"
        placeholder="Ana sutra u 5 gel lak"
        autoComplete="off"
        value={text}
        onChange={setText}
        onKeyDown={onKeyDown}
      />
      {isLine && <QuickEntry quick={quick} submit={submit} onBooked={booked} />}
    </div>
  );
}
