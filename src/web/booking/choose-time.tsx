import { dateOf } from '#salon/salon-time.ts';
import { firstFreeDay } from '#salon/slots/booking-strip.ts';
import { Loaded } from '../api/loaded.tsx';
import { Page } from '../ui/part/page.tsx';
import { BookingHead } from './booking-head.tsx';
import { ChoiceBar } from './choose/choice-bar.tsx';
import { DayStrip } from './choose/day-strip.tsx';
import { GuestFields } from './choose/guest-fields.tsx';
import { SlotList } from './choose/slot-list.tsx';
import { StripBones } from './choose/strip-bones.tsx';
import { useBookingSteps } from './choose/use-booking-steps.ts';
import type { Wish } from './choose/use-choice.ts';
import type { Booked } from './confirm/attempts.ts';
import { ConfirmSheet } from './confirm/confirm-sheet.tsx';
import { EmptyDay } from './waiting/empty-day.tsx';
import { WaitingDays } from './waiting/waiting-days.tsx';

const FALLBACK = 'Greška pri učitavanju termina.';

type Steps = ReturnType<typeof useBookingSteps>;

function DayAndTime({ days, slots, guest, choice, chooseDay, chooseSlot }: Steps) {
  if (!choice) return <StripBones />;
  const ofDay = slots.filter(({ start_datetime }) => dateOf(start_datetime) === choice.day);
  return (
    <>
      <DayStrip days={days} slots={slots} chosen={choice.day} onChoose={chooseDay} />
      {ofDay.length > 0 ? (
        <SlotList slots={ofDay} chosenId={choice.slot?.id} onChoose={chooseSlot} />
      ) : (
        <EmptyDay date={choice.day} firstFree={firstFreeDay(days, slots)} guest={guest} onJump={chooseDay} />
      )}
    </>
  );
}

/** Is there anything to go on with: a slot of the day, or one that was chosen and has gone since? */
const hasWayOn = ({ slots, choice, query }: Steps): boolean =>
  query.isSuccess &&
  choice !== null &&
  (choice.slot !== null || slots.some(({ start_datetime }) => dateOf(start_datetime) === choice.day));

/** Day, time and for whom; the bar at the bottom leads on to the confirmation. */
export function ChooseTime({ wish, onBooked }: { wish: Wish; onBooked: (booked: Booked) => void }) {
  const steps = useBookingSteps(wish);
  const { query, guest, choice, confirming } = steps;
  const isWayOn = hasWayOn(steps);
  return (
    <Page className={isWayOn ? 'pb-[calc(var(--nav)+180px+env(safe-area-inset-bottom))]' : undefined}>
      <BookingHead />
      <div className="-mt-3">
        <GuestFields guest={guest} onEdit={steps.editGuest} />
      </div>
      <Loaded query={query} fallback={FALLBACK} bones={<StripBones />}>
        {() => <DayAndTime {...steps} />}
      </Loaded>
      {guest.role === 'CLIENT' && <WaitingDays onShow={steps.chooseDay} />}
      {isWayOn && choice && <ChoiceBar choice={choice} alert={steps.alert} onProceed={steps.proceed} />}
      {confirming && (
        <ConfirmSheet
          slot={confirming}
          guest={guest}
          onClose={steps.goBack}
          onBooked={onBooked}
          onGone={steps.lose}
        />
      )}
    </Page>
  );
}
