import { BellRing } from 'lucide-react';
import { useState } from 'react';
import type { WallDate } from '#salon/salon-time.ts';
import { errorText } from '../../api/api-error.ts';
import { refusalText } from '../../api/refusal/refusal-text.ts';
import { Button } from '../../ui/action/button.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { type Guest, guestFieldsOf, markMissing } from '../choose/use-guest.ts';
import { useJoin, useWaitingDays } from './use-waiting-days.ts';

const FALLBACK = 'Nije uspelo / Ne možemo da sačuvamo obaveštenje trenutno.';

function Joined() {
  return (
    <p className="flex items-center gap-2.5 rounded-card bg-ok-tint px-4 py-3 text-left text-ok">
      <BellRing aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
      Obavestićemo vas ako se oslobodi termin.
    </p>
  );
}

/** Puts her on the waiting list of a day without free slots; it says so once she is on it. */
export function WaitForDay({ date, guest }: { date: WallDate; guest: Guest }) {
  const waiting = useWaitingDays().data ?? [];
  const join = useJoin();
  const [alert, setAlert] = useState<string | null>(null);
  const isWaiting = guest.role === 'CLIENT' ? waiting.includes(date) : join.isSuccess;
  const press = () => {
    if (guest.role !== 'CLIENT' && guest.isMissing) {
      setAlert(refusalText('waitlist_contact_missing'));
      return markMissing(guest);
    }
    setAlert(null);
    const contact = guest.role === 'CLIENT' ? {} : guestFieldsOf(guest);
    join.mutate({ date, ...contact }, { onError: (error) => setAlert(errorText(error, FALLBACK)) });
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
