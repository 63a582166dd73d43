import { useMutation } from '@tanstack/react-query';
import { Info } from 'lucide-react';
import { useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { planCopy } from '#domain/week-templates.ts';
import { dayNameAsObject } from '#domain/wording/dates.ts';
import { counted, DAYS, formatNumber, pluralForm, TEMPLATES } from '#domain/wording/numbers.ts';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/queries/query-client.ts';
import { Checkbox } from '../ui/checkbox.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogActions } from '../ui/dialog-actions.tsx';
import { FormAlert, FormButtons } from '../ui/form.tsx';
import { toast } from '../ui/toast.ts';
import { byWeekday, type DayOfTemplates, hoursOf, WEEKDAYS, weekdayLabel } from './template-values.ts';

const SATURDAY = 6;

/** 'U subotu se preskaču 3, jer se preklapaju sa postojećim.' */
function skippedOn(weekday: number, count: number): string {
  const skipped = pluralForm(count, ['preskače', 'preskaču', 'preskače']);
  const overlap = pluralForm(count, ['preklapa', 'preklapaju', 'preklapa']);
  return `U ${dayNameAsObject(weekday)} se ${skipped} ${count}, jer se ${overlap} sa postojećim.`;
}

/** What copying will make and skip, in words; the server decides by the same rule. */
function previewText(week: readonly Template[], from: number, to: readonly number[]): string {
  if (to.length === 0) return 'Izaberite bar jedan dan.';
  const { create, skip } = planCopy(week, from, to);
  const made =
    create.length === 0 ? 'Ništa se neće napraviti.' : `Napraviće se ${counted(create.length, TEMPLATES)}.`;
  const skipped = WEEKDAYS.map((weekday) => skip.filter((one) => one.weekday === weekday))
    .filter((ofDay) => ofDay.length > 0)
    .map((ofDay) => skippedOn(ofDay[0]?.weekday ?? 0, ofDay.length));
  return [made, ...skipped].join(' ');
}

const copiedText = ({ created, skipped }: { created: number; skipped: number }): string =>
  `Napravljeno šablona: ${formatNumber(created)}, preskočeno: ${formatNumber(skipped)}.`;

interface CopyDayProps {
  day: DayOfTemplates;
  week: readonly Template[];
  onClose: () => void;
}

/** Copies a day's templates to others: empty days are chosen already, but for Saturday, which mostly is shorter. */
export function CopyDay({ day, week, onClose }: CopyDayProps) {
  const invalidate = useInvalidateAppointments();
  const others = byWeekday(week).filter(
    ({ weekday }) => weekday !== day.weekday && WEEKDAYS.includes(weekday),
  );
  const [chosen, setChosen] = useState(() =>
    others
      .filter(({ weekday, templates }) => templates.length === 0 && weekday !== SATURDAY)
      .map(({ weekday }) => weekday),
  );
  const copying = useMutation({
    mutationFn: () =>
      request('POST /templates/copy', { body: { from_weekday: day.weekday, to_weekdays: chosen } }),
    onSuccess: (made) => {
      invalidate();
      toast('success', copiedText(made));
      onClose();
    },
  });
  const preview = previewText(week, day.weekday, chosen);
  const isNothing = chosen.length === 0 || planCopy(week, day.weekday, chosen).create.length === 0;
  return (
    <Dialog
      title={`Kopiraj ${dayNameAsObject(day.weekday)} na…`}
      lead={hoursOf(day.templates)}
      onClose={onClose}
      isBusy={copying.isPending}
      hasCloseButton={false}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!copying.isPending && !isNothing) copying.mutate();
        }}
      >
        <fieldset aria-label="Na koje" className="divide-y divide-line">
          {others.map(({ weekday, templates }) => (
            <div key={weekday} className="flex min-h-13 items-center justify-between gap-4">
              <Checkbox
                label={weekdayLabel(weekday)}
                isOn={chosen.includes(weekday)}
                onChange={(isOn) =>
                  setChosen(isOn ? [...chosen, weekday] : chosen.filter((one) => one !== weekday))
                }
                className="min-h-13! flex-1"
              />
              <span className="text-small text-soft">{hoursOf(templates).split(',')[0]}</span>
            </div>
          ))}
        </fieldset>
        <p role="status" className="mt-4 flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small">
          <Info aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0 text-link" />
          <span>{preview}</span>
        </p>
        <div className="has-[p]:mt-4">
          <FormAlert text={copying.error && errorText(copying.error, 'Neuspešno dodavanje.')} />
        </div>
        <DialogActions>
          <FormButtons
            submit={chosen.length === 0 ? 'Kopiraj' : `Kopiraj na ${counted(chosen.length, DAYS)}`}
            isBlocked={isNothing}
            isBusy={copying.isPending}
          />
        </DialogActions>
      </form>
    </Dialog>
  );
}
