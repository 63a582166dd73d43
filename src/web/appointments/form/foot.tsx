import type { ReactNode } from 'react';
import { clockOf, dateOf, type WallTime } from '#domain/wall-clock.ts';
import { shortDay } from '#domain/wording/near-days.ts';
import { Button } from '../../ui/button.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { SubmitButton } from '../../ui/form.tsx';
import type { AppointmentFormState } from './use-appointment-form.ts';

interface EditFootProps {
  edit: AppointmentFormState;
  now: WallTime;
  onGiveUp: () => void;
}

/** 'Odustani' and 'Sačuvaj'; a new booking's button says its time: 'Upiši, sre 18. nov u 16:30'. */
export function EditFoot({ edit, now, onGiveUp }: EditFootProps) {
  const { values, times, form } = edit;
  const isBooking = values.status === 'BOOKED' && edit.isForming;
  const start = times?.start_datetime;
  const when = start && `${shortDay(dateOf(start), dateOf(now))} u ${clockOf(start)}`;
  return (
    <Foot>
      <Button variant="quiet" onClick={onGiveUp} disabled={form.isBusy}>
        Odustani
      </Button>
      <SubmitButton className="grow">
        {isBooking && when ? (
          <span>
            {`Upiši, ${when}`}
            <span className="sr-only">, sačuvaj</span>
          </span>
        ) : (
          'Sačuvaj'
        )}
      </SubmitButton>
    </Foot>
  );
}

/** The buttons at the lower edge, always in sight. */
export function Foot({ children }: { children: ReactNode }) {
  return (
    <>
      <div className="grow" />
      <DialogActions>{children}</DialogActions>
    </>
  );
}
