import { textOfOwnerError } from '#contract/owner-page-errors.ts';
import { isShortClockTime, minutesBetween, type ShortClockTime, wallTimeOn } from '#domain/wall-clock.ts';
import { type TemplateFields, templateRefusal } from '#domain/week-templates.ts';
import { request } from '../lib/api.ts';
import { slotServerErrors } from '../lib/appointment/slot-errors.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { TimeField } from '../ui/date-time/time-field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { toast } from '../ui/toasts/toast.ts';
import {
  type AddTemplateProps,
  ANY_DAY,
  addedText,
  EveryField,
  everyOf,
  overlapErrors,
  useAskOnce,
  WeekdayChips,
} from './template-form.tsx';

/** Working hours of some days. The weekdays are separated by commas. */
type Hours = Record<'weekdays' | 'start' | 'end' | 'breakStart' | 'breakEnd' | 'every', string>;

const USUAL: Hours = {
  weekdays: '1,2,3,4,5',
  start: '09:00',
  end: '17:00',
  breakStart: '',
  breakEnd: '',
  every: '0',
};
const MISSING = 'Unesite vreme.';
const REVERSED = 'Unesite kasnije vreme.';

const weekdaysIn = (text: string): number[] => text.split(',').flatMap((one) => Number(one) || []);

/** The templates of one day: before and after the break. */
function parseHours({ weekdays, every, ...hours }: Hours): Parsed<TemplateFields[]> {
  const days = weekdaysIn(weekdays);
  if (days.length === 0) return { ok: false, errors: { text: 'Izaberite bar jedan dan.' } };
  const hasBreak = hours.breakStart !== '' || hours.breakEnd !== '';
  const marks = hasBreak
    ? (['start', 'breakStart', 'breakEnd', 'end'] as const)
    : (['start', 'end'] as const);
  const templates: TemplateFields[] = [];
  let from: ShortClockTime | undefined;
  for (const [n, field] of marks.entries()) {
    const to = hours[field];
    const refused = (text: string): Parsed<never> => ({ ok: false, errors: { fields: { [field]: text } } });
    if (!isShortClockTime(to)) return refused(MISSING);
    if (from && to <= from) return refused(REVERSED);
    if (from && n % 2 === 1) {
      const duration_minutes = minutesBetween(wallTimeOn(ANY_DAY, from), wallTimeOn(ANY_DAY, to));
      const template = {
        weekday: 1,
        time_start: `${from}:00` as const,
        duration_minutes,
        every: everyOf(every),
      };
      const code = templateRefusal(template);
      if (code) return refused(textOfOwnerError(code));
      templates.push(...days.map((weekday) => ({ ...template, weekday })));
    }
    from = to;
  }
  return { ok: true, input: templates };
}

/** The form that adds working hours with a break to several weekdays. docs/spec/behaviour.md §26.6 */
export default function WorkHours({ week, technicianId }: AddTemplateProps) {
  const isAsked = useAskOnce();
  const form = useParsedForm({
    start: USUAL,
    parse: (values) => {
      const parsed = parseHours(values);
      return parsed.ok ? (overlapErrors(parsed.input, week, isAsked) ?? parsed) : parsed;
    },
    send: async (templates) => {
      const made = { created: 0, skipped: 0 };
      for (const [time_start, alike] of Map.groupBy(templates, (template) => template.time_start)) {
        const { duration_minutes, every } = alike[0] ?? { duration_minutes: 0 };
        const weekdays = alike.map(({ weekday }) => weekday);
        const body = { weekdays, time_start, duration_minutes, every };
        const { created, skipped } = await request('POST /templates/many', {
          body: { ...body, ...(technicianId && { technician_id: technicianId }) },
        });
        made.created += created;
        made.skipped += skipped;
      }
      return made;
    },
    fallback: 'Neuspešno dodavanje.',
    errors: (error, { start }) => slotServerErrors(error, 'Neuspešno dodavanje.', start),
    refetches: true,
    onDone: (made) => toast('success', addedText(made), { id: 'sablon-dodat' }),
  });
  const { field, values, change } = form;
  return (
    <Form form={form} className="grid gap-4">
      <WeekdayChips
        legend="Dani"
        chosen={weekdaysIn(values.weekdays)}
        onChange={(days) => change({ weekdays: days.join() })}
      />
      <div className="grid grid-cols-2 gap-4">
        <TimeField {...field('start')} label="Od" required />
        <TimeField {...field('end')} label="Do" required />
        <TimeField {...field('breakStart')} label="Pauza od" />
        <TimeField {...field('breakEnd')} label="Pauza do" />
      </div>
      <EveryField {...field('every')} />
      <FormAlert />
      <SubmitButton className="md:justify-self-start lg:justify-self-stretch">Dodaj radno vreme</SubmitButton>
    </Form>
  );
}
