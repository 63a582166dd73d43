import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { SETTINGS } from '#domain/settings.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { lastPlannedDay } from '#domain/week-templates.ts';
import { onDay } from '#domain/wording/dates.ts';
import { counted, WEEKS } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { settingsQueries } from '../lib/queries/admin-queries.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { SettingRow, StepperRow } from '../settings/setting-rows.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { Section } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/screen-states.tsx';
import { toast } from '../ui/toast.ts';

const NAME = 'generate_ahead_weeks';
const WEEKS_AT_FIRST = 4;
/** The server makes them a moment after the change. */
const MADE_AFTER_MS = 3000;
/** Several steps of the counter are one change. */
const SAVED_AFTER_MS = 600;

/** Saves how many weeks make themselves, and shows what has come of it once the server has had its moment. */
function useSavedWeeks(onRefused: () => void) {
  const queries = useQueryClient();
  const invalidate = useInvalidateAppointments();
  return useMutation({
    mutationFn: (weeks: number) => request('PUT /settings', { body: { [NAME]: weeks } }),
    onSuccess: (settings) => {
      queries.setQueryData(settingsQueries.all().queryKey, settings);
      setTimeout(invalidate, MADE_AFTER_MS);
    },
    onError: (error) => {
      onRefused();
      toast('error', errorText(error, 'Greška pri čuvanju podešavanja.'));
    },
  });
}

function AheadCard({ saved, today }: { saved: number; today: WallDate }) {
  const [typed, setTyped] = useState<string | null>(null);
  const saving = useSavedWeeks(() => setTyped(null));
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const weeks = saving.isPending ? saving.variables : saved;
  const isOn = weeks > 0;
  const isCount = (text: string) => /^[1-9]$/.test(text) && Number(text) <= SETTINGS.generate_ahead_weeks.max;
  const shown = typed !== null && isCount(typed) ? Number(typed) : weeks;
  const save = (next: number) => {
    clearTimeout(timer.current);
    setTyped(next === 0 ? null : String(next));
    saving.mutate(next);
  };
  const step = (text: string) => {
    clearTimeout(timer.current);
    setTyped(text);
    if (isCount(text)) timer.current = setTimeout(() => saving.mutate(Number(text)), SAVED_AFTER_MS);
  };
  const hint = isOn
    ? `${counted(shown, WEEKS)} unapred, sada do ${onDay(lastPlannedDay(today, shown), today)}`
    : 'Isključeno. Nedelje pravite ručno.';
  return (
    <div className="divide-y divide-line rounded-card border border-line bg-card">
      <SettingRow label="Produžavaj sam" hint={hint}>
        <Switch
          label="Produžavaj sam"
          isLabelHidden
          isOn={isOn}
          onChange={(isSwitchedOn) => save(isSwitchedOn ? WEEKS_AT_FIRST : 0)}
          className="after:absolute after:inset-0 after:content-[''] *:[input]:z-1"
        />
      </SettingRow>
      {isOn && (
        <StepperRow
          label="Koliko nedelja"
          min={1}
          field={{
            name: NAME,
            value: typed ?? String(weeks),
            error:
              typed === null || isCount(typed)
                ? undefined
                : `Ceo broj od 1 do ${SETTINGS.generate_ahead_weeks.max}.`,
            onChange: step,
          }}
        />
      )}
    </div>
  );
}

/** The weeks that make themselves: on or off, and how many. */
export function WeeksAhead({ today }: { today: WallDate | null }) {
  const settings = useQuery(settingsQueries.all());
  return (
    <Section title="Unapred">
      <Loaded query={settings} fallback="Greška pri učitavanju podataka." skeleton={<CardSkeleton />}>
        {(saved) =>
          today === null ? <CardSkeleton /> : <AheadCard saved={saved.generate_ahead_weeks} today={today} />
        }
      </Loaded>
      <p className="mt-3 text-small text-pretty text-soft">
        Što obrišete ili pomerite, ostaje tako. Dane odsustva preskačemo.
      </p>
    </Section>
  );
}
