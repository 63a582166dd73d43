import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { cx } from '../cx.ts';

/** What a control needs to belong to its label, hint and error. */
export interface Wiring {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldTexts {
  label: string;
  hint?: ReactNode;
  /** The fault's sentence; `true` marks the control as faulty where the form says why. */
  error?: string | true | null;
  /** At the right of the hint's line, e.g. a counter. */
  aside?: ReactNode;
  className?: string;
}

export interface FieldProps extends FieldTexts {
  children: (wiring: Wiring) => ReactNode;
}

/** Label, control, hint and error, tied together by id. The ready-made fields beside this file are built on it. */
export function Field({ label, hint, error, aside, className, children }: FieldProps) {
  const id = useId();
  const sentence = typeof error === 'string' ? error : null;
  const describedBy = cx(sentence && `${id}-error`, hint ? `${id}-hint` : null);
  return (
    <div className={cx('grid min-w-0 content-start gap-1.5', className)}>
      <label htmlFor={id} className="text-small font-medium">
        {label}
      </label>
      {children({
        id,
        'aria-describedby': describedBy || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {sentence && (
        <p id={`${id}-error`} className="flex items-start gap-1.5 text-small text-error">
          <CircleAlert aria-hidden="true" size={16} className="mt-0.5 shrink-0" />
          {sentence}
        </p>
      )}
      {(hint || aside) && (
        <div className="flex justify-between gap-3 text-label/[18px] text-soft">
          <p id={`${id}-hint`}>{hint}</p>
          {aside}
        </div>
      )}
    </div>
  );
}
