import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import { textOfError } from '#contract/page-errors.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock.ts';
import { errorText } from '../lib/errors.ts';
import { FREE_SLOTS_KEY } from '../lib/queries.ts';
import { Button } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { EmptyState } from '../ui/screen-states.tsx';
import { type Guest, guestFieldsOf, markMissing } from './use-guest.ts';
import { useWaitingDays, WAITING_DAYS } from './waiting-days.tsx';

export interface EmptyDayProps {
  date: WallDate;
  firstFree: WallDate | undefined;
  guest: Guest;
  onJump: (date: WallDate) => void;
}

/** A day without free slots: where there are some, and the waiting list. */
export function EmptyDay({ date, firstFree, guest, onJump }: EmptyDayProps) {
  const today = useToday();
  return (
    <div className="-mx-5 pt-2">
      <EmptyState title="Nema slobodnih termina za izabrani datum.">
        {firstFree && (
          <p className="flex flex-wrap items-center justify-center gap-x-1.5 text-soft">
            Prvi slobodan dan:{' '}
            <button
              type="button"
              onClick={() => onJump(firstFree)}
              className="min-h-11 whitespace-nowrap text-link-inline"
            >
              {dayInWords(firstFree, today)}
            </button>
          </p>
        )}
        <WaitForDay key={date} date={date} guest={guest} />
      </EmptyState>
    </div>
  );
}

const JOIN_FAILED = 'Nije uspelo / Ne možemo da sačuvamo obaveštenje trenutno.';

function Joined() {
  return (
    <p className="flex items-center gap-2.5 rounded-card bg-ok-tint px-4 py-3 text-left text-ok">
      <BellRing aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      Obavestićemo vas ako se oslobodi termin.
    </p>
  );
}

/** Puts the user on the waiting list of a day without free slots, and then says that they are on it. */
function WaitForDay({ date, guest }: { date: WallDate; guest: Guest }) {
  const waiting = useWaitingDays().data ?? [];
  const join = useJoin();
  const [alert, setAlert] = useState<string | null>(null);
  const isWaiting = guest.role === 'CLIENT' ? waiting.includes(date) : join.isSuccess;
  const press = () => {
    if (guest.role !== 'CLIENT' && guest.isMissing) {
      setAlert(textOfError('waitlist_contact_missing'));
      return markMissing(guest);
    }
    setAlert(null);
    const contact = guest.role === 'CLIENT' ? {} : guestFieldsOf(guest);
    join.mutate({ date, ...contact }, { onError: (error) => setAlert(errorText(error, JOIN_FAILED)) });
  };
  return (
    <div className="mt-4 grid w-full gap-3 text-left">
      <div role="status">{isWaiting && <Joined />}</div>
      {!isWaiting && (
        <Button isBlock onClick={press} isBusy={join.isPending} className="px-2">
          Obavesti me ako se oslobodi termin
        </Button>
      )}
      <FormAlert text={alert} />
    </div>
  );
}

/** Joins the waiting list of a day. */
function useJoin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /client-notifications/free-slot'>) =>
      request('POST /client-notifications/free-slot', { body }),
    onSuccess: () => queries.invalidateQueries(WAITING_DAYS),
    // most likely a slot became free meanwhile: the page shows it
    onError: () => queries.invalidateQueries({ queryKey: FREE_SLOTS_KEY }),
  });
}
