import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BellOff, BellRing } from 'lucide-react';
import type { ResponseBody } from '#contract/index.ts';
import { t } from '#domain/language/translate.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { withWhom } from '#domain/wording/appointments.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { errorText, request } from '../lib/api.ts';
import { pathOfOffer, useOffers } from '../lib/appointment/use-offers.ts';
import { useToday } from '../lib/clock/clock.ts';
import { Failed } from '../lib/queries/loaded.tsx';
import { useTechnicians } from '../technicians/technicians.tsx';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { FormAlert } from '../ui/form.tsx';
import { List, ListItem } from '../ui/list.tsx';
import { Loading, Section } from '../ui/page.tsx';
import { useWaitingDays, waitingDaysQuery } from './waitlist.tsx';

export interface WaitingDaysProps {
  onShow: (date: WallDate) => void;
  /** Whether to show only the waitlist entries whose day has a free slot again. */
  isFreedOnly?: boolean;
}

type Wait = ResponseBody<'GET /client-notifications/free-slot'>[number];

/** Returns a function that finds the first free time for a waitlist entry: on its day, with its technician if it has one, for its services. */
function useFreedSlots(waits: readonly Wait[]) {
  const [from, to] = [waits[0]?.date, waits.at(-1)?.date]; // the server sorts the entries by day, so these are the first and the last day
  const { isSplit, offersOf } = useOffers(from && to ? { from, to } : null);
  const offerOf = ({ date, technician_id, service_ids: ids = [] }: Wait) =>
    offersOf({ ids, technicianId: technician_id }).find(
      ({ start_datetime }) => dateOf(start_datetime) === date,
    );
  return { isSplit, offerOf };
}

/** The client's waitlist entries, each with a button that leaves the waitlist or books a freed slot. docs/spec/behaviour.md §5.15 */
export default function WaitingDays({ onShow, isFreedOnly = false }: WaitingDaysProps) {
  const today = useToday();
  const days = useWaitingDays();
  const { data: all = [], error, isLoading } = days;
  const { isSplit, offerOf: freedOn } = useFreedSlots(all);
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
      <Section title={t('Čekate slobodan termin')}>
        <Failed query={days} fallback={t('Greška pri učitavanju')} />
      </Section>
    );
  }
  if (waits.length === 0) return null;
  return (
    <Section title={t(isFreedOnly ? 'Oslobodio se termin' : 'Čekate slobodan termin')}>
      <List>
        {waits.map((wait) => {
          const { date, technician_id, service_ids: services } = wait;
          const freed = freedOn(wait);
          const name = technicians.find(({ id }) => id === technician_id)?.name;
          const notes = [
            name && withWhom(name),
            freed && t('Slobodno {times}', { times: timeRange(freed.start_datetime, freed.end_datetime) }),
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
                      to={pathOfOffer(freed, isSplit, {
                        ...(services && { services }),
                        technician: technician_id,
                      })}
                      isSmall
                      description={dayInWords(date, today)}
                    >
                      {t('Rezerviši')}
                    </ButtonLink>
                  )}
                  <IconButton
                    icon={BellOff}
                    label={t('Ne čekaj više: {day}', { day: dayInWords(date, today) })}
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
        <FormAlert text={leave.error && errorText(leave.error, t('Greška pri čuvanju izmena.'))} />
      </div>
    </Section>
  );
}
