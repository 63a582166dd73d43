import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock.ts';
import { errorText, serverErrors } from '../lib/errors.ts';
import { FREE_SLOTS_KEY, waitlistQueries } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { List, ListItem } from '../ui/card.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { ErrorState } from '../ui/screen-states.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import { contactFaults, type Guest } from './use-guest.ts';

const JOIN_FAILED = 'Nije uspelo / Ne možemo da sačuvamo obaveštenje trenutno.';

function Joined({ phone }: { phone: string | undefined }) {
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-ok-tint px-4 py-3 text-left text-ok">
      <BellRing aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-break-word">
        Obavestićemo vas ako se oslobodi termin.
        {phone && <span className="block">{`Pozvaćemo vas na ${phone}.`}</span>}
      </span>
    </p>
  );
}

export interface WaitForDayProps {
  date: WallDate;
  /** Waits for a time that is long enough for it. */
  serviceId: number | undefined;
  guest: Guest;
  variant: 'primary' | 'quiet';
}

/** Puts the user on the waiting list of a day without free slots, and then says that they are on it. */
export function WaitForDay({ date, serviceId, guest, variant }: WaitForDayProps) {
  const waiting = useWaitingDays().data ?? [];
  const join = useJoin();
  const [alert, setAlert] = useState<string | null>(null);
  const isClient = guest.role === 'CLIENT';
  const contact = isClient ? null : guest.form.values;
  // who waits already may wait for another service: joining again replaces it
  const isJoined = isClient ? waiting.includes(date) : join.isSuccess;
  const isWaiting = isJoined && (serviceId === undefined || join.isSuccess);
  const refuse = ({ text, fields }: FormErrors) => {
    setAlert(text ?? null);
    guest.form.refuse({ fields: fields ?? {} });
  };
  const press = () => {
    const faults = isClient ? null : contactFaults(guest, 'waitlist_contact_missing');
    if (faults) return refuse(faults);
    setAlert(null);
    join.mutate(
      { date, ...contact, ...(serviceId !== undefined && { service_id: serviceId }) },
      { onError: (error) => refuse(serverErrors(error, JOIN_FAILED)) },
    );
  };
  return (
    <div className="mt-4 grid w-full gap-3 text-left">
      <div role="status">{isWaiting && <Joined phone={contact?.guest_phone} />}</div>
      {!isWaiting && (
        <Button isBlock variant={variant} onClick={press} isBusy={join.isPending} className="px-2">
          Obavesti me ako se oslobodi termin
        </Button>
      )}
      <FormAlert text={alert} />
    </div>
  );
}

const TITLE = 'Čekate slobodan termin';
const LOAD_FALLBACK = 'Greška pri učitavanju';
const LEAVE_FAILED = 'Greška pri čuvanju izmena.';

/** The days that a client waits for, each with the way off its list. */
export function WaitingDays({ onShow }: { onShow: (date: WallDate) => void }) {
  const today = useToday();
  const { data: dates, error, refetch, isFetching } = useWaitingDays();
  const leave = useLeave();
  if (error && !dates) {
    return (
      <Section title={TITLE}>
        <ErrorState text={errorText(error, LOAD_FALLBACK)} onRetry={refetch} isRetrying={isFetching} />
      </Section>
    );
  }
  if (!dates?.length) return null;
  return (
    <Section title={TITLE}>
      <List>
        {dates.map((date) => (
          <ListItem
            key={date}
            before={<BellRing aria-hidden="true" size={20} strokeWidth={1.75} className="text-soft" />}
            title={
              <button
                type="button"
                onClick={() => onShow(date)}
                className="min-h-11 text-left hover:text-link"
              >
                {dayInWords(date, today)}
              </button>
            }
            after={
              <IconButton
                icon={BellOff}
                label={`Ne čekaj više: ${dayInWords(date, today)}`}
                onClick={() => leave.mutate(date)}
                aria-busy={leave.isPending && leave.variables === date}
                className="-mr-2 text-link"
              />
            }
          />
        ))}
      </List>
      <div className="has-[p]:mt-3">
        <FormAlert text={leave.error && errorText(leave.error, LEAVE_FAILED)} />
      </div>
    </Section>
  );
}

/** The days that a client waits for. */
const useWaitingDays = () => useQuery(waitlistQueries.days(useSession()?.role));

const DAYS = { queryKey: waitlistQueries.days('CLIENT').queryKey };

/** Joins the waiting list of a day. */
function useJoin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /client-notifications/free-slot'>) =>
      request('POST /client-notifications/free-slot', { body }),
    onSuccess: () => queries.invalidateQueries(DAYS),
    // most likely a slot became free meanwhile: the page shows it
    onError: () => queries.invalidateQueries({ queryKey: FREE_SLOTS_KEY }),
  });
}

/** Leaves the waiting list of a day; a day that was left meanwhile is no error. */
function useLeave() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (date: WallDate) => request('DELETE /client-notifications/free-slot', { query: { date } }),
    onSettled: () => queries.invalidateQueries(DAYS),
  });
}
