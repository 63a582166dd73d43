import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import { useState } from 'react';
import type { RequestBody } from '#contract/index.ts';
import { textOfError } from '#contract/page-errors.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock.ts';
import { errorText } from '../lib/errors.ts';
import { FREE_SLOTS_KEY, waitlistQueries } from '../lib/queries.ts';
import { useSession } from '../lib/session.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { List, ListItem } from '../ui/card.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Section } from '../ui/page.tsx';
import { EmptyState, ErrorState } from '../ui/screen-states.tsx';
import { type Guest, guestFieldsOf, markMissing } from './use-guest.ts';

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
