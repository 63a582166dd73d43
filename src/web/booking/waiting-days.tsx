import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import type { WallDate } from '#domain/wall-clock.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { request } from '../lib/api.ts';
import { useToday } from '../lib/clock/clock.ts';
import { errorText } from '../lib/errors.ts';
import { Failed } from '../lib/queries/failed.tsx';
import { IconButton } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { Section } from '../ui/page.tsx';
import { Loading } from '../ui/screen-states.tsx';
import { useWaitingDays, WAITING_DAYS } from './waitlist.tsx';

const TITLE = 'Čekate slobodan termin';
const LOAD_FALLBACK = 'Greška pri učitavanju';
const LEAVE_FAILED = 'Greška pri čuvanju izmena.';

export interface WaitingDaysProps {
  onShow: (date: WallDate) => void;
}

/** The days that a client waits for, each with the way off its list. */
export default function WaitingDays({ onShow }: WaitingDaysProps) {
  const today = useToday();
  const days = useWaitingDays();
  const { data: dates, error, isLoading } = days;
  const leave = useLeave();
  if (isLoading) return <Loading>{null}</Loading>; // what stands below waits, and does not jump
  if (error && !dates) {
    return (
      <Section title={TITLE}>
        <Failed query={days} fallback={LOAD_FALLBACK} />
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

/** Leaves the waiting list of a day; a day that was left meanwhile is no error. */
function useLeave() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (date: WallDate) => request('DELETE /client-notifications/free-slot', { query: { date } }),
    onSettled: () => queries.invalidateQueries(WAITING_DAYS),
  });
}
