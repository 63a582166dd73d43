import { firstFreeDay } from '#domain/booking.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { dayInWords, timeRange } from '#domain/wording/dates.ts';
import { useToday } from '../lib/clock.ts';
import { Loaded } from '../lib/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Switch } from '../ui/checkbox.tsx';
import { cx } from '../ui/cx.ts';
import { TextField } from '../ui/field.tsx';
import { FormAlert } from '../ui/form.tsx';
import { Page } from '../ui/page.tsx';
import type { Booked } from './attempts.ts';
import { BookingHead } from './booking-head.tsx';
import { ConfirmBookingDialog } from './confirm-dialog.tsx';
import { DayStrip } from './day-strip.tsx';
import { SlotList } from './slot-list.tsx';
import { StripSkeleton } from './strip-skeleton.tsx';
import { useBookingSteps } from './use-booking-steps.ts';
import type { Choice, Preselected } from './use-choice.ts';
import type { Guest } from './use-guest.ts';
import { WaitingDays } from './waiting-days.tsx';
import { EmptyDay } from './waitlist.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

type Steps = ReturnType<typeof useBookingSteps>;

function DayAndTime({ days, slots, guest, choice, alert, chooseDay, chooseSlot }: Steps) {
  if (!choice) return <StripSkeleton />;
  const ofDay = slots.filter(({ start_datetime }) => dateOf(start_datetime) === choice.day);
  return (
    <>
      <DayStrip days={days} slots={slots} chosen={choice.day} onChoose={chooseDay} />
      {ofDay.length > 0 ? (
        <SlotList slots={ofDay} chosenId={choice.slot?.id} onChoose={chooseSlot} />
      ) : (
        <>
          {/* the day's last slot is gone, and with it the bar that would say so */}
          {!choice.slot && (
            <div className="has-[p]:mt-5">
              <FormAlert text={alert} />
            </div>
          )}
          <EmptyDay
            date={choice.day}
            firstFree={firstFreeDay(days, slots)}
            guest={guest}
            onJump={chooseDay}
          />
        </>
      )}
    </>
  );
}

/** Is there anything to go on with: a slot of the day, or one that was chosen and is gone since? */
const hasWayOn = ({ slots, choice, query }: Steps): boolean =>
  query.isSuccess &&
  choice !== null &&
  (choice.slot !== null || slots.some(({ start_datetime }) => dateOf(start_datetime) === choice.day));

/** Day, time and for whom; the bar at the bottom leads on to the confirmation. */
export function ChooseTime({
  preselected,
  onBooked,
}: {
  preselected: Preselected;
  onBooked: (booked: Booked) => void;
}) {
  const steps = useBookingSteps(preselected);
  const { query, guest, choice, confirming } = steps;
  const isWayOn = hasWayOn(steps);
  return (
    <Page className={isWayOn ? 'pb-[calc(var(--nav)+180px+env(safe-area-inset-bottom))]' : undefined}>
      <BookingHead />
      <div className="-mt-3">
        <GuestFields guest={guest} onEdit={steps.clearAlert} />
      </div>
      <Loaded query={query} fallback={FALLBACK} skeleton={<StripSkeleton />}>
        {() => <DayAndTime {...steps} />}
      </Loaded>
      {guest.role === 'CLIENT' && <WaitingDays onShow={steps.chooseDay} />}
      {isWayOn && choice && <ChoiceBar choice={choice} alert={steps.alert} onProceed={steps.proceed} />}
      {confirming && (
        <ConfirmBookingDialog
          slot={confirming}
          guest={guest}
          onClose={steps.goBack}
          onBooked={onBooked}
          onGone={steps.loseSlot}
        />
      )}
    </Page>
  );
}

const BAR =
  'fixed inset-x-0 bottom-[calc(var(--nav)+env(safe-area-inset-bottom))] z-4 rounded-t-dialog bg-card px-(--gap) pt-3 pb-4 shadow-float';
const BAR_WIDE = 'md:inset-x-0 md:bottom-23 md:mx-auto md:w-148 md:rounded-dialog md:pb-5';

export interface ChoiceBarProps {
  choice: Choice;
  /** Why the user can't go on yet. */
  alert: string | null;
  onProceed: () => void;
}

/** The chosen time stays in sight, with the way on. */
function ChoiceBar({ choice: { day, slot }, alert, onProceed }: ChoiceBarProps) {
  const today = useToday();
  return (
    <div className={cx(BAR, BAR_WIDE)}>
      <div className="mx-auto max-w-150">
        <p className="flex flex-wrap justify-between gap-x-4">
          <span>{dayInWords(slot ? dateOf(slot.start_datetime) : day, today)}</span>
          <span className={slot ? 'font-semibold tabular-nums' : 'text-soft'}>
            {slot ? timeRange(slot.start_datetime, slot.end_datetime) : 'izaberite vreme'}
          </span>
        </p>
        <div className="has-[p]:mt-3">
          <FormAlert text={alert} />
        </div>
        <Button isBlock onClick={onProceed} className="mt-3">
          Odabir usluge i potvrda rezervacije
        </Button>
      </div>
    </div>
  );
}

/** The switch, and name and phone of a person without an account. */
function GuestFields({ guest, onEdit }: { guest: Guest; onEdit: () => void }) {
  const { form, role, isForAnother, setIsForAnother, isNeeded } = guest;
  const isForUser = role === 'VISITOR' && !isForAnother;
  return (
    <form ref={form.ref} onSubmit={(event) => event.preventDefault()} onInput={onEdit} noValidate>
      <Switch
        label="Zakazujem za drugu osobu"
        isOn={isForAnother}
        onChange={setIsForAnother}
        disabled={role === 'ADMIN'}
      />
      {isNeeded && (
        <div className="mt-1 mb-4 grid grid-cols-2 gap-2">
          <TextField
            {...form.field('guest_name')}
            label="Ime"
            autoComplete={isForUser ? 'name' : 'off'}
            autoCapitalize="words"
            required
          />
          <TextField
            {...form.field('guest_phone')}
            label="Telefon"
            type="tel"
            autoComplete={isForUser ? 'tel' : 'off'}
            required
          />
        </div>
      )}
    </form>
  );
}
