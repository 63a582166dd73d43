import { minutesOfServices, serviceIdsIn } from '#domain/appointments/lines.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { ofTechnician } from '#domain/wording/appointments.ts';
import { longServiceWarning } from '#domain/wording/booked-services.ts';
import { dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { type FreeOffer, isChoosable } from '../lib/appointment/free-days.ts';
import { ServiceLines } from '../lib/appointment/service-lines.tsx';
import type { Booked } from '../lib/attempts.ts';
import { useSalon } from '../lib/queries/queries.ts';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmailField, TextAreaField } from '../ui/field.tsx';
import { DialogActions, Form, FormAlert, FormButtons } from '../ui/form.tsx';
import { Warning } from '../ui/warning.tsx';
import { ContactFields } from './guest-fields.tsx';
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

const acceptRules = lazyPage(() => import('../lib/forms/accept-rules.tsx'));

export default function ConfirmBookingDialog({ steps, offer, onBooked }: ConfirmBookingDialogProps) {
  const { chooser, services, serviceIds, chooseServices, guest, confirming } = steps;
  const { guest_name, guest_phone } = guestFieldsOf(guest);
  const salon = useSalon().data;
  const form = useBookingForm(steps, onBooked);
  const isTooShort = !isChoosable(offer, chooser.strip.rules.service_fit);
  const warning = !isTooShort && longServiceWarning(minutesOfServices(services), offer, services.length);
  const alert = isTooShort ? TIME_TOO_SHORT : form.alert;
  return (
    <Dialog title="Potvrda rezervacije" onClose={steps.goBack} hasCloseButton={false}>
      <Form form={form}>
        <div className="mb-5">
          <p className="time-xl">{timeRange(offer.start_datetime, offer.end_datetime)}</p>
          <p className="text-soft">{dayInWordsWithYear(dateOf(offer.start_datetime))}</p>
          {chooser.strip.technicians[1] && (
            <p className="text-soft">
              {ofTechnician(technicianOf(chooser)?.name ?? 'bilo koja, dodeljuje se pri rezervaciji')}
            </p>
          )}
          {guest_name && !confirming?.asksContact && (
            <p className="wrap-break-word text-soft">{`${guest.isForAnother ? 'za: ' : ''}${[guest_name, guest_phone].filter(Boolean).join(', ')}`}</p>
          )}
        </div>
        <div className="grid gap-4">
          {form.missing && !alert && (
            <p className="rounded-card bg-blush px-4 py-3 text-small">{form.missing}</p>
          )}
          <FormAlert text={alert} />
          {confirming?.asksContact && <ContactFields guest={guest} />}
          <ServiceField
            name="service_id"
            isForSeveral
            value={serviceIds.join()}
            onChange={(value) => {
              form.clearErrors();
              chooseServices(serviceIdsIn(value));
            }}
          />
          {services.length > 1 && <ServiceLines lines={services} />}
          <div role="status" className="empty:absolute">
            {warning && <Warning>{warning}</Warning>}
          </div>
          {guest.role === 'VISITOR' && salon?.mail && (
            <EmailField
              {...form.field('guest_email')}
              isOptional
              hint="Na njega šaljemo potvrdu i link za otkazivanje."
            />
          )}
          <TextAreaField
            {...form.field('notes')}
            label="Napomena"
            isOptional
            rows={2}
            hint="Vidi je samo salon."
          />
          {salon?.rules_text && (
            <LazyPart part={acceptRules} props={{ rules: salon.rules_text, tick: form.field('rules') }} />
          )}
        </div>
        <DialogActions>
          <FormButtons giveUp="Otkaži" submit="Potvrdi i rezerviši" />
        </DialogActions>
      </Form>
    </Dialog>
  );
}
