import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Redirect } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import { textOfError } from '#contract/page-errors.ts';
import { type AbsenceDays, absenceRefusal } from '#domain/appointments/slots.ts';
import { type TechnicianId, toId } from '#domain/ids.ts';
import {
  CANCELLED_WITH_ABSENCE_MAX_COUNT,
  CLIENT_PICKER_DEBOUNCE_MS,
  REASON_MAX_CHARACTERS,
} from '#domain/limits.ts';
import { dateOf, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { bookedInWords, freeSlotsInWords } from '#domain/wording/absences.ts';
import { errorCode, request, serverErrors } from '../lib/api.ts';
import { useUndoToast } from '../lib/appointment/appointments.ts';
import { useNow } from '../lib/clock/clock.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { useMay } from '../lib/queries/admin-queries.ts';
import { Failed, Loaded } from '../lib/queries/loaded.tsx';
import { absenceQueries } from '../lib/queries/queries.ts';
import { TO_PANEL } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { useTechnicians } from '../technicians/technicians.tsx';
import { useDebounced } from '../ui/browser.ts';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { DayField } from '../ui/date-time/date-field.tsx';
import { TextField } from '../ui/field.tsx';
import { Form, FormAlert } from '../ui/form.tsx';
import { CardSkeleton, EmptyState, ListSkeleton, Page, PageHead, Section } from '../ui/page.tsx';
import { SelectField } from '../ui/select-field.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import { AbsenceRow, type OwnAbsence } from './absence-row.tsx';
import { CancelAllDialog } from './cancel-all-dialog.tsx';
import { ConflictList } from './conflict-list.tsx';

const ADD_FALLBACK = 'Neuspešno dodavanje.';
const REVERSED: FormErrors = { fields: { date_to: textOfError('range_reversed') } };

/** `technician` is a technician's id, or '' for the whole salon. A technician can add absences only for herself. */
type AbsenceValues = { date_from: string; date_to: string; reason: string; technician: string };

const blankOn = (today: WallDate): AbsenceValues => ({
  date_from: today,
  date_to: today,
  reason: '',
  technician: '',
});

const technicianIn = ({ technician }: AbsenceValues): TechnicianId | undefined =>
  technician === '' ? undefined : toId(Number(technician));

type TypedDays = AbsenceDays & { readonly technician_id: TechnicianId | undefined };

function parseAbsence(values: AbsenceValues): Parsed<TypedDays & { reason: string | null }> {
  const { date_from, date_to, reason } = values;
  if (!isWallDate(date_from) || !isWallDate(date_to)) {
    const missing = (date: string) => (isWallDate(date) ? undefined : 'Izaberite datum.');
    return { ok: false, errors: { fields: { date_from: missing(date_from), date_to: missing(date_to) } } };
  }
  if (absenceRefusal({ date_from, date_to })) return { ok: false, errors: REVERSED };
  const technician_id = technicianIn(values);
  return { ok: true, input: { date_from, date_to, reason: reason.trim() || null, technician_id } };
}

/** The absence typed into the form; null if a day is missing or the end is before the start. */
function absentIn(values: AbsenceValues): TypedDays | null {
  const parsed = parseAbsence(values);
  if (!parsed.ok) return null;
  const { reason, ...days } = parsed.input;
  return days;
}

/** Loads the bookings on the typed days, debounced. `isStale` is true while `data` belongs to other values than the typed ones. */
function usePreview(values: AbsenceValues) {
  const date_from = useDebounced(values.date_from, CLIENT_PICKER_DEBOUNCE_MS);
  const date_to = useDebounced(values.date_to, CLIENT_PICKER_DEBOUNCE_MS);
  const days = absentIn({ ...values, date_from, date_to });
  const query = useQuery({
    queryKey: ['absences', 'preview', days],
    queryFn:
      days === null
        ? skipToken
        : async ({ signal }) => ({
            ...(await request('POST /annual/preview', { body: days, signal })),
            days,
          }),
    placeholderData: keepPreviousData,
  });
  const isAsked = absentIn(values) !== null;
  const of = query.data?.days;
  const isStale =
    of?.date_from !== values.date_from ||
    of.date_to !== values.date_to ||
    of.technician_id !== technicianIn(values);
  return { ...query, data: isAsked ? query.data : undefined, isAsked, isStale };
}

interface PreviewProps {
  preview: ReturnType<typeof usePreview>;
  today: WallDate;
  onCancelAll: (rows: readonly Appointment[], days: TypedDays) => void;
}

/** Shows the bookings on the typed days. The user can save even before the bookings have loaded. */
function Preview({ preview, today, onCancelAll }: PreviewProps) {
  const { data, error, isAsked, isStale } = preview;
  if (!isAsked) return null;
  if (error)
    return (
      <div className="grid gap-2">
        <Failed query={preview} fallback="Greška pri učitavanju termina." />
        <p className="text-small text-soft">
          Odsustvo možete da sačuvate i bez toga: spisak ostaje uz njega.
        </p>
      </div>
    );
  if (data === undefined) return <ListSkeleton />;
  const { conflicts, days } = data;
  return (
    <div aria-busy={isStale} className={cx('**:scroll-mb-28', isStale && 'opacity-60')}>
      <ConflictList
        appointments={conflicts}
        days={days}
        today={today}
        metCount={null}
        isStale={isStale}
        level={2}
        onCancelAll={() => onCancelAll(conflicts.slice(0, CANCELLED_WITH_ABSENCE_MAX_COUNT), days)}
      />
      {conflicts.length === 0 && <p className="text-small text-soft">Tih dana nema zakazanih termina.</p>}
    </div>
  );
}

function Summary({ preview: { data }, isFolded }: { preview: PreviewProps['preview']; isFolded: boolean }) {
  if (!data) return null;
  const booked =
    isFolded && data.conflicts.length > 0 && `Treba javiti: ${bookedInWords(data.conflicts.length)}.`;
  const hidden = data.hidden_slots > 0 && `Ne nudi se više: ${freeSlotsInWords(data.hidden_slots)}.`;
  return <p className="text-small text-soft empty:hidden">{[booked, hidden].filter(Boolean).join(' ')}</p>;
}

const FIELDS =
  'grid grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))] gap-4 md:grid-cols-[12rem_12rem_1fr] md:items-start';
const FOOT = 'grid gap-2 md:flex md:flex-row-reverse md:flex-wrap md:items-center md:justify-end md:gap-x-4';
const STICKY =
  'sticky bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] z-4 -mx-(--gap) rounded-t-dialog bg-card px-(--gap) pt-3 pb-4 shadow-float in-data-keyboard:static [@media(height<27rem)]:static';

function AddAbsence({ today, onAdded }: { today: WallDate; onAdded: (id: OwnAbsence['id']) => void }) {
  const [isTouched, setIsTouched] = useState(false);
  const toastUndo = useUndoToast();
  const form = useParsedForm({
    start: blankOn(today),
    parse: parseAbsence,
    send: (body) => request('POST /annual', { query: { undo: '1' }, body }),
    fallback: ADD_FALLBACK,
    errors: (error) => (errorCode(error) === 'range_reversed' ? REVERSED : serverErrors(error, ADD_FALLBACK)),
    refetches: true,
    onDone: ({ id, undo_token = null }, sent) => {
      toastUndo('Odsustvo dodato.', undo_token);
      added(id, sent);
    },
  });
  const { values, field, change } = form;
  /** Empties the form, but keeps for whom, and what was typed since `sent`; of the two days both or none. */
  const added = (id: OwnAbsence['id'], sent = values) => {
    const { date_from, date_to } = values;
    const isRetyped = date_from !== sent.date_from || date_to !== sent.date_to;
    form.reset(
      { ...blankOn(today), technician: sent.technician, ...(isRetyped && { date_from, date_to }) },
      sent,
    );
    setIsTouched(isRetyped);
    onAdded(id);
  };
  // the default days change at midnight, unless the user has picked a day
  const [defaultDay, setDefaultDay] = useState(today);
  if (defaultDay !== today) {
    setDefaultDay(today);
    const isUntouched = values.date_from === defaultDay && values.date_to === defaultDay;
    if (isUntouched) change({ date_from: today, date_to: today });
  }
  const preview = usePreview(values);
  const [cancelling, setCancelling] = useState<{ rows: readonly Appointment[]; days: TypedDays } | null>(
    null,
  );
  const type = (typed: Partial<AbsenceValues>) => {
    setIsTouched(true);
    change(typed);
  };
  const setFrom = (date: string) =>
    type({ date_from: date, ...(date > values.date_to && { date_to: date }) });
  const reason = values.reason.trim();
  const formId = useId();
  const technicians = useTechnicians();
  const isForSalon = values.technician === '' && !isTechnician();
  return (
    <div className="grid gap-6">
      <Form form={form} id={formId} className={FIELDS}>
        {technicians.length > 0 && (
          <SelectField
            {...field('technician')}
            label="Za koga"
            options={[
              { value: '', label: 'Ceo salon' },
              ...technicians.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(technician) => type({ technician })}
            className="col-span-full"
          />
        )}
        <DayField {...field('date_from')} onChange={setFrom} label="Od" required />
        <DayField
          {...field('date_to')}
          onChange={(date) => type({ date_to: date })}
          label="Do"
          min={isWallDate(values.date_from) ? values.date_from : undefined}
          required
        />
        <TextField
          {...field('reason')}
          onChange={(text) => type({ reason: text })}
          label="Razlog"
          hint={isForSalon ? 'Nije obavezno. Vide ga i klijentkinje.' : 'Nije obavezno.'}
          autoComplete="off"
          maxLength={REASON_MAX_CHARACTERS}
          className="col-span-full md:col-span-1"
        />
      </Form>
      {/* the preview is outside the form, because the preview's dialogs contain forms */}
      {isTouched && (
        <Preview
          preview={preview}
          today={today}
          onCancelAll={(rows, days) => setCancelling({ rows, days })}
        />
      )}
      <div data-over-page={isTouched || undefined} className={cx(FOOT, isTouched && STICKY)}>
        <Summary preview={preview} isFolded={!isTouched} />
        <FormAlert text={form.alert} />
        <Button type="submit" form={formId} isBusy={form.isBusy} className="max-md:w-full">
          Dodaj odsustvo
        </Button>
      </div>
      {cancelling && (
        <CancelAllDialog
          {...cancelling}
          reason={reason}
          undoneUpTo={CANCELLED_WITH_ABSENCE_MAX_COUNT}
          send={(why, ids) =>
            request('POST /annual', {
              query: { undo: '1' },
              body: { ...cancelling.days, reason: reason || null, cancel: { reason: why, ids } },
            })
          }
          done="Odsustvo dodato."
          onDone={({ id }) => added(id)}
          onClose={() => setCancelling(null)}
        />
      )}
    </div>
  );
}

function Absences({ today }: { today: WallDate }) {
  const absences = useQuery(absenceQueries.own());
  const [added, setAdded] = useState<OwnAbsence['id'] | null>(null);
  return (
    <>
      <AddAbsence today={today} onAdded={setAdded} />
      <div className="mt-8">
        <Loaded
          query={absences}
          fallback="Greška pri učitavanju odsustava."
          skeleton={<CardSkeleton />}
          empty={<EmptyState title="Nema upisanih odsustava." isCard />}
        >
          {(rows) =>
            [
              {
                title: 'Predstojeća odsustva',
                group: rows.filter(({ date_to }) => date_to >= today).reverse(),
              },
              { title: 'Prošla odsustva', group: rows.filter(({ date_to }) => date_to < today) },
            ].map(
              ({ title, group }) =>
                group.length > 0 && (
                  <Section key={title} title={title}>
                    <div className="@container divide-y divide-line overflow-hidden rounded-card border border-line bg-card">
                      {group.map((absence) => (
                        <AbsenceRow
                          key={absence.id}
                          absence={absence}
                          today={today}
                          isNew={absence.id === added}
                        />
                      ))}
                    </div>
                  </Section>
                ),
            )
          }
        </Loaded>
      </div>
    </>
  );
}

/** The page /admin/annual. Redirects a technician who enters no absences to her calendar (docs/spec/product.md §2.17). */
export default function AbsencesPage() {
  const now = useNow();
  if (!useMay('can_take_days_off')) return <Redirect to={paths.adminCalendar} replace />;
  return (
    <Page width="admin">
      <PageHead title="Odsustva" back={TO_PANEL} />
      {now === null ? <CardSkeleton /> : <Absences today={dateOf(now)} />}
    </Page>
  );
}
