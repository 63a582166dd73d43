import { textOfError } from '#contract/page-errors.ts';
import { minutesOfServices, serviceIdsIn } from '#domain/appointments/lines.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import { overlaps } from '#domain/appointments/slots.ts';
import { t } from '#domain/language/translate.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { withWhom } from '#domain/wording/appointments.ts';
import { longServiceWarning, ownTimeText } from '#domain/wording/booked-services.ts';
import { dayInWordsWithYear } from '#domain/wording/dates.ts';
import { isChoosable } from '../lib/appointment/free-days.ts';
import type { FreeOffer } from '../lib/appointment/offers.ts';
import { ServiceLines } from '../lib/appointment/service-lines.tsx';
import type { Booked } from '../lib/attempts.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { useGuestTickets } from '../lib/session/guest-tickets.ts';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField, TextAreaField } from '../ui/field.tsx';
import { DialogActions, Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { Warning } from '../ui/warning.tsx';
import { DeadlineNote } from './deadline-note.tsx';
import DepositNote, { useExpectedDeposit } from './deposit-note.tsx';
import { ContactFields } from './guest-fields.tsx';
import { wishField } from './lazy-parts.tsx';
import { ServiceField } from './service-select.tsx';
import { TIME_TOO_SHORT } from './times/use-chooser.ts';
import { technicianOf, useBookingForm } from './use-booking-form.ts';
import { type BookingSteps, guestFieldsOf } from './use-booking-steps.ts';

export interface ConfirmBookingDialogProps {
  /** The choices made on the booking page. A choice of services in this dialog changes them on the page too. */
  steps: BookingSteps;
  offer: FreeOffer;
  onBooked: (booked: Booked) => void;
}

/** Whether offers are as long as the services, by the technician's own minutes: with `split_slots`. */
const isCut = ({ chooser }: BookingSteps): boolean => chooser.strip.rules.split !== undefined;

const minutesToName = (steps: BookingSteps) => (isCut(steps) ? null : minutesOfServices(steps.services));

/** The chosen time, technician and person. */
function Chosen({ steps, offer }: Pick<ConfirmBookingDialogProps, 'steps' | 'offer'>) {
  const { chooser, services, guest, confirming } = steps;
  const { guest_name, guest_phone } = guestFieldsOf(guest);
  const name = [guest_name, guest_phone].filter(Boolean).join(', ');
  const minutes = minutesOf(offer);
  const hasNoLength = isCut(steps) && services.every(({ duration_minutes }) => duration_minutes === null);
  return (
    <div className="mb-5">
      <p className="time-xl">{ownTimeText(offer, minutesToName(steps))}</p>
      <p className="text-soft">{dayInWordsWithYear(dateOf(offer.start_datetime))}</p>
      {hasNoLength && <p className="text-soft">{t('{minutes} min, trajanje po dogovoru', { minutes })}</p>}
      {chooser.strip.technicians[1] && (
        <p className="text-soft">
          {technicianOf(chooser)
            ? withWhom(technicianOf(chooser)?.name ?? '')
            : t('Kod prve slobodne, ime vidite čim rezervišete')}
        </p>
      )}
      {guest_name && !confirming?.asksContact && (
        <p className="wrap-break-word text-soft">{guest.isForAnother ? t('za: {name}', { name }) : name}</p>
      )}
    </div>
  );
}
const acceptRules = lazyPage(() => import('../lib/forms/accept-rules.tsx'));

export default function ConfirmBookingDialog({ steps, offer, onBooked }: ConfirmBookingDialogProps) {
  const { chooser, services, serviceIds, chooseServices, guest, confirming } = steps;
  const salon = useSalon().data;
  const form = useBookingForm(steps, onBooked);
  const isTooShort = !isChoosable(offer, chooser.strip.rules.service_fit);
  const warning = !isTooShort && longServiceWarning(minutesToName(steps), offer, services.length);
  const asked = { offer, services, isForHerself: guest.role === 'CLIENT' && !guest.isForAnother };
  const deposit = useExpectedDeposit(asked);
  const tickets = useGuestTickets(null);
  /** Whether a ticket of this device is for an overlapping time. docs/spec/behaviour.md §28.2 */
  const isTwice =
    guest.role === 'VISITOR' &&
    !guest.isForAnother &&
    tickets.some(
      ({ known, end }) =>
        known?.status === 'BOOKED' &&
        overlaps({ start_datetime: known.start_datetime, end_datetime: end }, offer),
    );
  const rules = form.field('rules_accepted');
  const alert = isTooShort ? t(TIME_TOO_SHORT) : form.alert;
  return (
    <Dialog title={t('Potvrda rezervacije')} onClose={steps.goBack} hasCloseButton={false}>
      <Form form={form}>
        <Chosen steps={steps} offer={offer} />
        <div className="grid gap-4">
          {!rules.error && <FormAlert text={alert} />}
          <div role="status" className="empty:absolute">
            {warning && <Warning>{warning}</Warning>}
            {isTwice && <Warning>{textOfError('already_booked_then')}</Warning>}
          </div>
          <ServiceField
            name="service_id"
            isForSeveral
            value={serviceIds.join()}
            onChange={(value) => {
              form.clearErrors();
              chooseServices(serviceIdsIn(value));
            }}
          />
          {services.length > 0 && <ServiceLines lines={services} />}
          <div className="grid gap-1 empty:hidden">
            <DepositNote {...asked} />
            <DeadlineNote />
          </div>
          {form.missing && !alert && (
            <p className="rounded-card bg-blush px-4 py-3 text-small">
              {t('Još vaše ime i telefon, da znamo koga čekamo.')}
            </p>
          )}
          {confirming?.asksContact && <ContactFields guest={guest} />}
          {guest.role === 'VISITOR' && salon?.mail && (
            <EmailField
              {...form.field('guest_email')}
              isOptional
              hint={t('Na njega šaljemo potvrdu i link za otkazivanje.')}
            />
          )}
          <LazyPart part={wishField} props={{ wish: steps }} />
          <TextAreaField
            {...form.field('notes')}
            label={t('Napomena')}
            isOptional
            rows={2}
            hint={t('Vidi je samo salon.')}
          />
          {salon?.rules_text && (
            <LazyPart part={acceptRules} props={{ rules: salon.rules_text, tick: rules }} />
          )}
        </div>
        <DialogActions>
          <FormButtons
            giveUp={t('Otkaži')}
            submit={t(deposit?.isSure ? 'Rezerviši, pa plati kaparu' : 'Potvrdi i rezerviši')}
          />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
