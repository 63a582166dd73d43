import { CircleCheck } from 'lucide-react';
import type { FormEvent } from 'react';
import { GENERATE_MAX_WEEKS, GENERATE_MIN_WEEKS, SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { isWallDate, type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { planRefusal } from '#domain/week-templates.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { Loaded } from '../lib/loaded.tsx';
import { blankTimes, slotRuleErrors, slotServerErrors } from '../lib/slot-errors.ts';
import { Button } from '../ui/button.tsx';
import { DayField } from '../ui/date-field.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import { SelectField } from '../ui/select-field.tsx';
import { toast } from '../ui/toast.ts';
import { useForm } from '../ui/use-form.ts';
import { PlanPreview } from './plan-preview.tsx';
import { useGenerate, usePreview } from './queries.ts';

const FALLBACK = 'Greška pri čuvanju.';
const PREVIEW_FALLBACK = 'Greška pri učitavanju podataka.';
const WEEKS = ['nedelja', 'nedelje', 'nedelja'] as const;
const WEEK_OPTIONS = Array.from({ length: GENERATE_MAX_WEEKS - GENERATE_MIN_WEEKS + 1 }, (_, n) => ({
  value: String(GENERATE_MIN_WEEKS + n),
  label: counted(GENERATE_MIN_WEEKS + n, WEEKS),
}));

const generatedText = ({ created, skipped }: { created: number; skipped: number }): string =>
  `Napravljeno: ${formatNumber(created)}, preskočeno: ${formatNumber(skipped)}.`;

function Bones() {
  return (
    <Loading>
      <Skeleton className="w-56" />
      <Skeleton className="mt-3 w-44" />
    </Loading>
  );
}

/** Slots of the next weeks from the templates: what will be made and skipped is seen first. */
export function GenerateForm({ today }: { today: WallDate }) {
  const form = useForm<{ date: string; weeks: string }>({ date: today, weeks: '1' });
  const { values, field } = form;
  const plan = isWallDate(values.date) ? { from: values.date, weeks: Number(values.weeks) } : null;
  const refusal = plan ? planRefusal(plan, today) : undefined;
  const isWhole = plan !== null && refusal === undefined;
  const preview = usePreview(isWhole ? plan : null);
  const generate = useGenerate();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (generate.isPending) return;
    const blank = blankTimes({ date: values.date });
    if (blank || plan === null) return form.refuse(blank ?? { text: null, fields: {} });
    if (refusal) return form.refuse(slotRuleErrors(refusal, ''));
    form.clearErrors();
    generate.mutate(plan, {
      onSuccess: (made) => toast('success', generatedText(made)),
      onError: (error) => form.refuse(slotServerErrors(error, FALLBACK, '')),
    });
  };
  return (
    <form ref={form.ref} onSubmit={submit} noValidate className="grid gap-4">
      <div className="grid gap-4 md:grid-cols-[14rem_14rem_auto] md:items-start md:justify-start">
        <DayField
          {...field('date')}
          label="Od datuma"
          min={yearsFrom(today, -SLOT_RANGE_YEARS)}
          max={yearsFrom(today, SLOT_RANGE_YEARS)}
          required
        />
        <SelectField {...field('weeks')} label="Broj nedelja" options={WEEK_OPTIONS} />
        <Button type="submit" isBusy={generate.isPending} className="md:mt-6.5">
          Generiši termine
        </Button>
      </div>
      <FormAlert text={form.alert} />
      <div role="status">
        {generate.data && (
          <p className="flex items-center gap-2.5 rounded-card bg-ok-tint px-4 py-3 font-medium text-ok">
            <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} className="shrink-0" />
            {generatedText(generate.data)}
          </p>
        )}
      </div>
      {isWhole && (
        <Loaded query={preview} fallback={PREVIEW_FALLBACK} skeleton={<Bones />}>
          {(answer) => (
            <div aria-busy={preview.isPlaceholderData || undefined} className="aria-busy:opacity-60">
              <PlanPreview preview={answer} />
            </div>
          )}
        </Loaded>
      )}
    </form>
  );
}
