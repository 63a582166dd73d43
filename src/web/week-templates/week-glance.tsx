import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown, Copy, Info, Pencil, Trash2 } from 'lucide-react';
import { type CSSProperties, useId, useState } from 'react';
import type { Template } from '#contract/week-templates.ts';
import { SUNDAY } from '#domain/wall-clock.ts';
import { planCopy } from '#domain/week-templates.ts';
import { TEMPLATES } from '#domain/wording/counted-words.ts';
import { dayNameAsObject } from '#domain/wording/dates.ts';
import { counted, DAYS, formatNumber, pluralForm } from '#domain/wording/numbers.ts';
import { errorText, request } from '../lib/api.ts';
import { ConfirmDeletion } from '../lib/forms/confirm-deletion.tsx';
import { useSubmitForm } from '../lib/forms/submit-form.ts';
import { IconButton } from '../ui/button.tsx';
import { Checkbox, Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogForm } from '../ui/form.tsx';
import { toast } from '../ui/toasts/toast.ts';
import {
  byWeekday,
  type DayOfTemplates,
  EditTemplate,
  everyText,
  hourOf,
  hoursOf,
  rangeOf,
  type Scale,
  scaleOf,
  WEEKDAYS,
  weekdayLabel,
} from './template-form.tsx';

function TemplateRow({ template, week }: { template: Template; week: readonly Template[] }) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  const { id } = template;
  const queries = useQueryClient();
  // optimistic until the list is refetched: an error reverts the switch
  const switching = useMutation({
    mutationFn: (isOn: boolean) =>
      request('PUT /templates/{id}', { params: { id }, body: { active: isOn ? 1 : 0 } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ['templates'] }),
    onError: (error) => toast('error', errorText(error, 'Greška pri promeni statusa.')),
  });
  const isOff = template.active === 0;
  const name = `${weekdayLabel(template.weekday)}, ${rangeOf(template)}`;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 py-1.5 pr-1 pl-3">
      <p className={cx('min-h-6 whitespace-nowrap', isOff && 'text-soft')}>
        <span className={cx('font-semibold tabular-nums', isOff && 'line-through')}>{rangeOf(template)}</span>
        {template.every > 0 && <span className="text-small text-soft">{` ${everyText(template)}`}</span>}
        {isOff && <span className="text-small lg:block"> isključen</span>}
      </p>
      <div className="flex items-center">
        <Switch
          label={`Aktivan, ${rangeOf(template)}`}
          isLabelHidden
          isOn={switching.isPending ? switching.variables : !isOff}
          onChange={switching.mutate}
          className="min-h-11!"
        />
        <IconButton
          icon={Pencil}
          label="Izmeni"
          description={name}
          onClick={() => setOpen('edit')}
          className="ml-1.5"
        />
        <IconButton
          icon={Trash2}
          label="Obriši"
          description={name}
          onClick={() => setOpen('delete')}
          className="text-error hover:bg-error-tint"
        />
      </div>
      {open === 'edit' && <EditTemplate template={template} week={week} onClose={close} />}
      {open === 'delete' && (
        <ConfirmDeletion
          question={`Obrisati šablon ${name}? Već napravljeni termini ostaju.`}
          send={() => request('DELETE /templates/{id}', { params: { id } })}
          done="Šablon je obrisan."
          fallback="Neuspešno brisanje."
          onClose={close}
        />
      )}
    </li>
  );
}

const SATURDAY = 6;

/** Says how many templates of a weekday are skipped: 'U subotu se preskaču 3, jer se preklapaju sa postojećim.' */
function skippedOn(weekday: number, count: number): string {
  const skipped = pluralForm(count, 'preskače|preskaču|preskače');
  const overlap = pluralForm(count, 'preklapa|preklapaju|preklapa');
  return `U ${dayNameAsObject(weekday)} se ${skipped} ${count}, jer se ${overlap} sa postojećim.`;
}

function previewText(week: readonly Template[], from: number, to: readonly number[]): string {
  if (to.length === 0) return 'Izaberite bar jedan dan.';
  const { create, skip } = planCopy(
    week.filter(({ weekday }) => weekday === from),
    to,
    week,
  );
  const made =
    create.length === 0 ? 'Ništa se neće napraviti.' : `Napraviće se ${counted(create.length, TEMPLATES)}.`;
  const skipped = WEEKDAYS.map((weekday) => skip.filter((one) => one.weekday === weekday))
    .filter((ofDay) => ofDay.length > 0)
    .map((ofDay) => skippedOn(ofDay[0]?.weekday ?? 0, ofDay.length));
  return [made, ...skipped].join(' ');
}

export const copiedText = ({ created, skipped }: { created: number; skipped: number }): string =>
  `Napravljeno šablona: ${formatNumber(created)}, preskočeno: ${formatNumber(skipped)}.`;

/** The form that copies a weekday's templates to other weekdays. Preselects those without templates, except Saturday, which usually has shorter hours. */
function CopyDay(props: { day: DayOfTemplates; week: readonly Template[]; onClose: () => void }) {
  const { day, week, onClose } = props;
  const others = byWeekday(week).filter(
    ({ weekday }) => weekday !== day.weekday && WEEKDAYS.includes(weekday),
  );
  const [chosen, setChosen] = useState(() =>
    others
      .filter(({ weekday, templates }) => templates.length === 0 && weekday !== SATURDAY)
      .map(({ weekday }) => weekday),
  );
  const form = useSubmitForm({
    start: {},
    send: () =>
      request('POST /templates/copy', {
        body: {
          from_weekday: day.weekday,
          to_weekdays: chosen,
          ...(day.templates[0] && { technician_id: day.templates[0].technician_id }),
        },
      }),
    fallback: 'Neuspešno dodavanje.',
    done: copiedText,
    refetches: true,
    onDone: onClose,
  });
  const preview = previewText(week, day.weekday, chosen);
  const isNothing = chosen.length === 0 || planCopy(day.templates, chosen, week).create.length === 0;
  return (
    <Dialog
      title={`Kopiraj ${dayNameAsObject(day.weekday)} na…`}
      lead={hoursOf(day.templates)}
      onClose={onClose}
      hasCloseButton={false}
    >
      <DialogForm
        form={form}
        submit={chosen.length === 0 ? 'Kopiraj' : `Kopiraj na ${counted(chosen.length, DAYS)}`}
        isBlocked={isNothing}
      >
        <fieldset aria-label="Na koje dane" className="divide-y divide-line">
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
        <p role="status" className="flex items-start gap-2.5 rounded-card bg-blush px-4 py-3 text-small">
          <Info className="shrink-0 text-link" />
          <span>{preview}</span>
        </p>
      </DialogForm>
    </Dialog>
  );
}

const LABELLED_HOURS = 4;

const share = (hours: number, { from, to }: Scale): string => `${(100 * hours) / (to - from)}%`;

function Hours({ scale }: { scale: Scale }) {
  const hours = Array.from({ length: scale.to - scale.from + 1 }, (_, n) => scale.from + n);
  return (
    <div aria-hidden="true" className="pr-[60px] pb-1.5 pl-[17px] text-label font-medium text-soft">
      <div className="relative h-4">
        {hours
          .filter((hour) => hour % LABELLED_HOURS === 0)
          .map((hour) => (
            <span
              key={hour}
              className="absolute -translate-x-1/2 tabular-nums"
              style={{ left: share(hour - scale.from, scale) }}
            >
              {String(hour).padStart(2, '0')}
            </span>
          ))}
      </div>
    </div>
  );
}

/** A day's templates as bars. A template that is switched off is an outline. */
function Bars({ templates, scale }: { templates: readonly Template[]; scale: Scale }) {
  const hour = share(1, scale);
  const ticks: CSSProperties = {
    backgroundImage: `repeating-linear-gradient(90deg, var(--color-line) 0 1px, transparent 1px ${hour})`,
  };
  return (
    <span aria-hidden="true" className="relative block h-2.5" style={ticks}>
      {templates.map((template) => {
        const start = hourOf(template.time_start);
        return (
          <span
            key={template.id}
            className={cx(
              'absolute inset-y-0 rounded-[3px] border border-available shadow-[1px_0_0_var(--color-card)]',
              template.active === 1 ? 'bg-available' : 'border-dashed border-edge bg-card',
            )}
            style={{
              left: share(start - scale.from, scale),
              width: share(template.duration_minutes / 60, scale),
            }}
          />
        );
      })}
    </span>
  );
}

interface DayProps {
  day: DayOfTemplates;
  week: readonly Template[];
  scale: Scale;
  isOpen: boolean;
  onToggle: () => void;
}

const HEAD = 'grid w-full gap-1.5 py-2.5 pr-2 pl-4 text-left';

function Day({ day, week, scale, isOpen, onToggle }: DayProps) {
  const list = useId();
  const [isCopying, setIsCopying] = useState(false);
  const isEmpty = day.templates.length === 0;
  const head = (
    <>
      <span className="flex min-h-6 flex-wrap items-center gap-x-2">
        <span>{weekdayLabel(day.weekday)}</span>
        <span className="ml-auto flex items-center gap-1 font-text text-label font-normal tracking-normal text-soft tabular-nums md:text-small">
          {hoursOf(day.templates)}
          {!isEmpty && (
            <ChevronDown
              size={18}
              strokeWidth={2}
              className={cx('-mr-1 shrink-0 transition-transform', isOpen && 'rotate-180')}
            />
          )}
        </span>
      </span>
      <Bars templates={day.templates} scale={scale} />
    </>
  );
  return (
    <div>
      <div className="grid grid-cols-[minmax(0,1fr)_52px] items-center">
        <h3>
          {isEmpty ? (
            <span className={HEAD}>{head}</span>
          ) : (
            <button
              type="button"
              aria-expanded={isOpen}
              aria-controls={list}
              onClick={onToggle}
              className={cx(HEAD, 'cursor-pointer rounded-card -outline-offset-2 hover:bg-blush')}
            >
              {head}
            </button>
          )}
        </h3>
        {day.weekday !== SUNDAY && (
          <IconButton
            icon={Copy}
            label={`Kopiraj ${dayNameAsObject(day.weekday)} na…`}
            disabled={isEmpty}
            onClick={() => setIsCopying(true)}
            className="disabled:text-edge"
          />
        )}
      </div>
      {isOpen && !isEmpty && (
        <ul id={list} className="divide-y divide-line border-t border-line bg-paper">
          {day.templates.map((template) => (
            <TemplateRow key={template.id} template={template} week={week} />
          ))}
        </ul>
      )}
      {isCopying && <CopyDay day={day} week={week} onClose={() => setIsCopying(false)} />}
    </div>
  );
}

export function WeekGlance({ templates }: { templates: readonly Template[] }) {
  const days = byWeekday(templates);
  const scale = scaleOf(templates);
  const [open, setOpen] = useState<readonly number[]>([]); // days with new templates stay closed, so that the form below does not move
  const toggle = (weekday: number) =>
    setOpen(open.includes(weekday) ? open.filter((one) => one !== weekday) : [...open, weekday]);
  return (
    <>
      <Hours scale={scale} />
      <div className="divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
        {days.map((day) => (
          <Day
            key={day.weekday}
            day={day}
            week={templates}
            scale={scale}
            isOpen={open.includes(day.weekday)}
            onToggle={() => toggle(day.weekday)}
          />
        ))}
      </div>
    </>
  );
}
