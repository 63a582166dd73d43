import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import type { ResponseBody } from '#contract/index.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { ofTechnician } from '#domain/wording/appointments.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { errorText, request } from '../lib/api.ts';
import { useFreeSlots } from '../lib/appointment/free-slots.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Failed } from '../lib/queries/loaded.tsx';
import { bookingPath } from '../lib/routing/paths.ts';
import { useTechnicians } from '../technicians/technicians.tsx';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { Loading, Section } from '../ui/page.tsx';
import { useWaitingDays, waitingDaysQuery } from './waitlist.tsx';

const TITLE = 'Čekate slobodan termin';

export interface WaitingDaysProps {
  onShow: (date: WallDate) => void;
  /** Whether to show only the waitlist entries whose day has a free slot again. */
  isFreedOnly?: boolean;
}

type Wait = ResponseBody<'GET /client-notifications/free-slot'>[number];

/** Returns a function that finds the first free slot for a waitlist entry: on its day, and with its technician if it has one. */
function useFreedSlots(waits: readonly Wait[]) {
  const [from, to] = [waits[0]?.date, waits.at(-1)?.date]; // the server sorts the entries by day, so these are the first and the last day
  const { slots } = useFreeSlots(from && to ? { from, to } : null);
  return (wait: Wait) =>
    slots.find(
      ({ start_datetime, technician_id }) =>
        dateOf(start_datetime) === wait.date && (wait.technician_id ?? technician_id) === technician_id,
    );
}

/** The client's waitlist entries, each with a button that leaves the waitlist or books a freed slot. docs/spec/behaviour.md §5.15 */
export default function WaitingDays({ onShow, isFreedOnly = false }: WaitingDaysProps) {
  const today = useToday();
  const days = useWaitingDays();
  const { data: all = [], error, isLoading } = days;
  const freedOn = useFreedSlots(all);
  const queries = useQueryClient();
  const leave = useMutation({
    mutationFn: (date: WallDate) => request('DELETE /client-notifications/free-slot', { query: { date } }),
    onSettled: () => queries.invalidateQueries(waitingDaysQuery),
  });
  const technicians = useTechnicians();
  const waits = isFreedOnly ? all.filter(freedOn) : all;
  if (isFreedOnly && waits.length === 0) return null;
  if (isLoading) return <Loading>{null}</Loading>; // hides the content below until the entries are loaded, because the entries would move that content
  if (error && !days.data) {
    return (
      <Section title={TITLE}>
        <Failed query={days} fallback="Greška pri učitavanju" />
      </Section>
    );
  }
  if (waits.length === 0) return null;
  return (
    <Section title={isFreedOnly ? 'Oslobodio se termin' : TITLE}>
      <List>
        {waits.map((wait) => {
          const { date, technician_id } = wait;
          const freed = freedOn(wait);
          const name = technicians.find(({ id }) => id === technician_id)?.name;
          const notes = [
            name && ofTechnician(name),
            freed && `Slobodno ${timeRange(freed.start_datetime, freed.end_datetime)}`,
          ];
          return (
            <ListItem
              key={date}
              before={<BellRing className="text-soft" />}
              title={
                <button
                  type="button"
                  onClick={() => onShow(date)}
                  className="min-h-11 text-left hover:text-link"
                >
                  {dayInWords(date, today)}
                </button>
              }
              note={notes.filter(Boolean).join('. ') || undefined}
              after={
                <>
                  {freed && (
                    <ButtonLink
                      to={bookingPath({ day: date, slot: freed.id, technician: technician_id })}
                      isSmall
                      description={dayInWords(date, today)}
                    >
                      Rezerviši
                    </ButtonLink>
                  )}
                  <IconButton
                    icon={BellOff}
                    label={`Ne čekaj više: ${dayInWords(date, today)}`}
                    onClick={() => leave.mutate(date)}
                    aria-busy={leave.isPending && leave.variables === date}
                    className="-mr-2 -ml-2 text-link"
                  />
                </>
              }
            />
          );
        })}
      </List>
      <div className="has-[p]:mt-3">
        <FormAlert text={leave.error && errorText(leave.error, 'Greška pri čuvanju izmena.')} />
      </div>
    </Section>
  );
}
