import { BellOff, BellRing } from 'lucide-react';
import type { WallDate } from '#salon/salon-time.ts';
import { dayInWords } from '#salon/serbian-dates.ts';
import { errorText } from '../../api/api-error.ts';
import { IconButton } from '../../ui/action/icon-button.tsx';
import { FormAlert } from '../../ui/form/form-alert.tsx';
import { ErrorState } from '../../ui/part/error-state.tsx';
import { List, ListItem } from '../../ui/part/list.tsx';
import { Section } from '../../ui/part/page.tsx';
import { useLeave, useWaitingDays } from './use-waiting-days.ts';

const TITLE = 'Čekate slobodan termin';
const LOAD_FALLBACK = 'Greška pri učitavanju';
const FALLBACK = 'Greška pri čuvanju izmena.';

/** The days that a client waits for, each with the way off its list. */
export function WaitingDays({ onShow }: { onShow: (date: WallDate) => void }) {
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
                {dayInWords(date)}
              </button>
            }
            after={
              <IconButton
                icon={BellOff}
                label={`Ne čekaj više: ${dayInWords(date)}`}
                onClick={() => leave.mutate(date)}
                aria-busy={leave.isPending && leave.variables === date}
                className="-mr-2 text-link"
              />
            }
          />
        ))}
      </List>
      <div className="has-[p]:mt-3">
        <FormAlert text={leave.error && errorText(leave.error, FALLBACK)} />
      </div>
    </Section>
  );
}
