import type { ReactNode } from 'react';
import type { Appointment } from '#contract/appointments.ts';
import { cx } from '../ui/cx.ts';

export interface Opened {
  appointment: Appointment;
  to: 'see' | 'edit' | 'cancel';
}

export interface Opening {
  onOpen: (opened: Opened) => void;
}

export interface OpenButtonProps {
  onPress: () => void;
  className?: string;
  children: ReactNode;
}

/** A name that opens its appointment; all of the row or card around it (`relative`) is the target. */
export function OpenButton({ onPress, className, children }: OpenButtonProps) {
  return (
    <button
      type="button"
      aria-haspopup="dialog"
      onClick={onPress}
      className={cx("max-w-full text-left after:absolute after:inset-0 after:content-['']", className)}
    >
      {children}
    </button>
  );
}
