import type { ComponentProps, ReactNode, Ref } from 'react';
import type { ListedAppointment } from '#contract/appointments.ts';
import { personOf } from '#domain/wording/appointments.ts';
import { shortTimes } from '#domain/wording/near-days.ts';
import { cx } from '../../ui/cx.ts';
import { useToday } from '../clock/clock.ts';

export interface ValueRowProps {
  label: string;
  /** The value, or the fields that change it. */
  children: ReactNode;
  /** Whether `children` are fields, which need a wider column. */
  isOpen?: boolean;
  /** A button after the value. */
  button?: ReactNode;
  ref?: Ref<HTMLElement>;
}

/** A row of a description list: a label and a value. */
export function ValueRow({ label, children, isOpen = false, button, ref }: ValueRowProps) {
  return (
    <div className="flex flex-wrap gap-x-4 gap-y-1 py-3">
      <dt className="basis-21 pt-px text-small/[1.5rem] text-soft">{label}</dt>
      <dd
        ref={ref}
        className={cx(
          'flex min-w-0 flex-1 items-start gap-3',
          isOpen
            ? 'basis-[min(100%,17rem)]'
            : 'basis-[min(100%,11rem)] has-[table]:basis-[min(100%,17rem)] has-[table]:flex-col has-[table]:items-stretch has-[table]:[&>button]:-mb-2.5 has-[table]:[&>button]:-ml-3 has-[table]:[&>button]:self-start',
        )}
      >
        <div className="min-w-0 flex-1 whitespace-pre-line wrap-anywhere">{children}</div>
        {button}
      </dd>
    </div>
  );
}

interface OpenRowProps extends ComponentProps<'li'> {
  appointment: ListedAppointment;
  onOpen: (appointment: ListedAppointment) => void;
  /** Shown under the name. */
  note?: string | false | null;
  /** Shown after the times. */
  facts?: readonly (string | null | undefined)[];
  /** Shown at the right: what is open. */
  aside: ReactNode;
  /** Buttons for what is open. */
  children?: ReactNode;
}

/** A row about something that is open in an appointment; a press on the row opens the appointment. */
export function OpenRow(props: OpenRowProps) {
  const { appointment, onOpen, note, facts = [], aside, children, ...li } = props;
  const today = useToday();
  const { start_datetime, end_datetime } = appointment;
  return (
    <li {...li} className="relative grid gap-2 px-4 py-3.5 lg:py-3">
      <div className="flex items-start justify-between gap-4">
        <div className="min-w-0 wrap-break-word">
          <p className="font-semibold">
            <button
              type="button"
              aria-haspopup="dialog"
              onClick={() => onOpen(appointment)}
              className="max-w-full text-left after:absolute after:inset-0 after:content-['']"
            >
              {personOf(appointment)}
            </button>
          </p>
          <p className="text-small text-soft empty:hidden">{note}</p>
          <p className="text-small text-soft">
            {today && [shortTimes(start_datetime, end_datetime, today), ...facts].filter(Boolean).join(', ')}
          </p>
        </div>
        <p className="shrink-0 text-right tabular-nums">{aside}</p>
      </div>
      {children}
    </li>
  );
}
