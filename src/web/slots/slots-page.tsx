import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { Appointment } from '#contract/appointments.ts';
import { slotRefusal, type Times } from '#domain/appointments/slots.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { DEFAULT_SLOT_MINUTES } from '#domain/limits.ts';
import { clockOf, dateOf, isWallDate, minutesBetween, type WallDate } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { APPOINTMENTS } from '#domain/wording/counted-words.ts';
import { dayInWords } from '#domain/wording/dates.ts';
import { counted } from '#domain/wording/numbers.ts';
import { AppointmentDialog } from '../appointments/appointment-dialog.tsx';
import { request } from '../lib/api.ts';
import { SlotDayField } from '../lib/appointment/slot-day-field.tsx';
import { blankTimes, slotRuleErrors, slotServerErrors, timesOf } from '../lib/appointment/slot-errors.ts';
import { useToday } from '../lib/clock/clock.ts';
import { type Parsed, useParsedForm } from '../lib/forms/submit-form.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { appointmentQueries } from '../lib/queries/queries.ts';
import { TO_PANEL } from '../lib/routing/owners-page.tsx';
import { paths } from '../lib/routing/paths.ts';
import { isTechnician } from '../lib/session/session.ts';
import { AppointmentRows } from '../salon-appointments/appointment-rows.tsx';
import { TechnicianChips, useTechnicians } from '../technicians/technicians.tsx';
import { Button } from '../ui/button.tsx';
import { DurationField } from '../ui/date-time/duration-field.tsx';
import { TimeField } from '../ui/date-time/time-field.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import { CardSkeleton, EmptyState, ListSkeleton, Page, PageHead } from '../ui/page.tsx';
import { Tabs, useTab } from '../ui/tabs.tsx';
import { toast } from '../ui/toasts/toast.ts';
import { WaitingLink } from '../waitlist/waiting-link.tsx';
import { TemplatesTab } from '../week-templates/templates-tab.tsx';
import { SlotListTab } from './slot-list-tab.tsx';

const FALLBACK = 'Neuspešno dodavanje.';

/** The tab that adds a slot by day, time and length, and then suggests the next slot right after it. */
function SlotForm({ today }: { today: WallDate }) {
  const technicians = useTechnicians();
  const [chosen, setChosen] = useState<TechnicianId | null>(null);
  const technicianId = chosen ?? technicians[0]?.id ?? null;
  const [last, setLast] = useState<Appointment | null>(null);
  const form = useParsedForm({
    start: { date: today as string, start: FIRST_START, duration: String(DEFAULT_SLOT_MINUTES) },
    parse: (typed) => parseSlot(typed, today),
    send: ({ start_datetime, end_datetime }: Times) =>
      request('POST /appointments/slot', {
        body: {
          start_datetime,
          duration_minutes: minutesBetween(start_datetime, end_datetime),
          ...(technicianId !== null && { technician_id: technicianId }),
        },
      }),
    fallback: FALLBACK,
    errors: (error, { start }) => slotServerErrors(error, FALLBACK, start),
    refetches: true,
    onDone: (slot) => {
      toast('success', 'Termin je uspešno dodat.', { title: 'Uspešno' });
      setLast(slot);
    },
  });
  const addAfter = ({ end_datetime }: Times) => {
    const next = { ...form.values, date: dateOf(end_datetime), start: clockOf(end_datetime) };
    form.reset(next);
    form.submit(next);
  };
  const { values, field, isBusy } = form;
  const times = timesOf(values);
  return (
    <div className="grid max-w-home gap-8 md:grid-cols-[repeat(auto-fit,minmax(min(100%,18rem),1fr))] md:gap-x-12">
      <Form form={form} className="grid content-start gap-4">
        <TechnicianChips technicians={technicians} chosen={technicianId} onChoose={setChosen} isOne />
        <SlotDayField {...field('date')} today={today} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-4">
          <TimeField {...field('start')} label="Vreme" required />
          <DurationField {...field('duration')} hint={times && `Kraj u ${clockOf(times.end_datetime)}`} />
        </div>
        <FormAlert />
        <SubmitButton isBlock>Dodaj termin</SubmitButton>
        {last && (
          <>
            <Button variant="quiet" isBlock isBusy={isBusy} onClick={() => addAfter(last)}>
              {!isBusy && <Plus size={18} strokeWidth={2} />}
              Dodaj još jedan posle ovog
            </Button>
            <p role="status" className="text-small text-soft">
              Dodat je {whenInWords(last, today)}.
            </p>
          </>
        )}
      </Form>
      <DaySlots date={values.date} today={today} />
    </div>
  );
}

/** The day's existing appointments, which help to find a place for the next slot. */
function DaySlots({ date, today }: { date: string; today: WallDate }) {
  const [openId, setOpenId] = useState<number | null>(null);
  const isDay = isWallDate(date);
  const list = useQuery(appointmentQueries.list(isDay ? { from: date, to: date } : null));
  return (
    <section aria-labelledby="tog-dana" className="min-w-0">
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="tog-dana" className="first-letter:uppercase">
          {isDay ? dayInWords(date, today) : 'Izaberite datum'}
        </h2>
        {list.data && list.data.length > 0 && (
          <span className="text-small text-soft">{counted(list.data.length, APPOINTMENTS)}</span>
        )}
      </div>
      {isDay && (
        <Loaded
          query={list}
          fallback="Greška pri učitavanju termina."
          skeleton={<ListSkeleton rows={4} />}
          empty={<EmptyState title="Tog dana još nema termina." isCard />}
        >
          {(slots) => (
            <AppointmentRows appointments={slots} onOpen={({ id }) => setOpenId(id)} hasAllStatuses />
          )}
        </Loaded>
      )}
      {openId !== null && <AppointmentDialog id={openId} onClose={() => setOpenId(null)} />}
    </section>
  );
}

const FIRST_START = '09:00';

type SlotValues = Parameters<typeof timesOf>[0];

function parseSlot(values: SlotValues, today: WallDate): Parsed<Times> {
  const times = timesOf(values);
  if (times === null) return { ok: false, errors: blankTimes(values) ?? {} };
  const code = slotRefusal(times, today);
  return code ? { ok: false, errors: slotRuleErrors(code, values.start) } : { ok: true, input: times };
}

const TABS = [
  { id: 'dodaj', label: 'Dodaj termin' },
  { id: 'pregled', label: 'Pregled termina' },
  { id: 'sabloni', label: 'Šabloni' },
] as const;

/** The page `paths.adminAppointments`: a new slot, the list of appointments, the templates (docs/spec/product.md §2.11). */
export default function SlotsPage() {
  const today = useToday();
  const [tab, setTab] = useTab(['dodaj', 'pregled', 'sabloni']);
  return (
    <Page width="admin">
      <PageHead title="Termini" back={TO_PANEL} actions={<WaitingLink />} />
      <Tabs label="Termini" tabs={TABS} chosen={tab} onChoose={setTab}>
        {tab === 'dodaj' && (today ? <SlotForm today={today} /> : <CardSkeleton />)}
        {tab === 'pregled' && (today ? <SlotListTab today={today} /> : <ListSkeleton rows={6} />)}
        {tab === 'pregled' && !isTechnician() && (
          <Link to={paths.adminDeleted} className="text-link-inline mt-4 inline-flex min-h-11 items-center">
            Obrisani termini
          </Link>
        )}
        {tab === 'sabloni' && <TemplatesTab />}
      </Tabs>
    </Page>
  );
}
