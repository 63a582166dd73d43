import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import type { RequestBody } from '#contract/index.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { t } from '#domain/language/translate.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { request, serverErrors } from '../lib/api.ts';
import { servicesBody } from '../lib/appointment/services-body.ts';
import { FREE_SLOTS_KEY, queryOf } from '../lib/queries/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Form, FormAlert, SubmitButton } from '../ui/form.tsx';
import type { FormErrors } from '../ui/use-form.ts';
import { ContactFields } from './guest-fields.tsx';
import { contactFaults, type Guest } from './use-booking-steps.ts';

const JOIN = 'Obavesti me ako se oslobodi termin';
const JOIN_FAILED = 'Nije uspelo / Ne možemo da sačuvamo obaveštenje trenutno.';

function Joined({ phone }: { phone: string | undefined }) {
  return (
    <p className="flex items-start gap-2.5 rounded-card bg-ok-tint px-4 py-3 text-left text-ok">
      <BellRing className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-break-word">
        {t('Obavestićemo vas ako se oslobodi termin.')}
        {phone && <span className="block">{t('Pozvaćemo vas na {phone}.', { phone })}</span>}
      </span>
    </p>
  );
}

export interface WaitForDayProps {
  date: WallDate;
  /** If the salon requires slots as long as the services, the client waits only for a slot that is long enough for these services. */
  serviceIds: readonly number[];
  /** The technician to wait for; null means any technician. */
  technicianId: TechnicianId | null;
  guest: Guest;
  variant: 'primary' | 'quiet';
}

/** A button that adds the user to the waitlist of a full day. A message then replaces the button. */
export default function WaitForDay(props: WaitForDayProps) {
  const { date, serviceIds, technicianId, guest, variant } = props;
  const waiting = useWaitingDays().data ?? [];
  const queries = useQueryClient();
  const join = useMutation({
    mutationFn: (body: RequestBody<'POST /client-notifications/free-slot'>) =>
      request('POST /client-notifications/free-slot', { body }),
    onSuccess: () => queries.invalidateQueries(waitingDaysQuery),
    // refetches the slots: if the server refuses the entry, the day probably has a free slot
    onError: () => queries.invalidateQueries({ queryKey: FREE_SLOTS_KEY }),
  });
  const { form, isAskedInSheet, setIsAskedInSheet } = guest;
  const close = () => {
    setIsAskedInSheet(false);
    form.clearErrors();
  };
  // a freed slot can remove the open sheet; the page then shows its own contact fields again
  const onRemoved = useEffectEvent(close);
  useEffect(() => () => onRemoved(), []);
  const isClient = guest.role === 'CLIENT';
  const faults = isClient ? null : contactFaults(guest, 'waitlist_contact_missing');
  const contact = isClient ? null : form.values;
  // a client can join again to change the services or the technician of the entry
  const isJoined = isClient
    ? waiting.some((one) => one.date === date && one.technician_id === technicianId)
    : join.isSuccess;
  const isWaiting = isJoined && (serviceIds.length === 0 || join.isSuccess);
  const refuse = (errors: FormErrors) => {
    form.refuse(errors);
    if (!isClient && Object.keys(errors.fields ?? {}).length > 0) setIsAskedInSheet(true);
  };
  const press = () => {
    if (faults?.text && !isAskedInSheet) return setIsAskedInSheet(true); // the first press only opens the form for name and phone; from the second press on, empty fields are errors
    if (faults) return refuse(faults);
    form.clearErrors();
    join.mutate(
      {
        date,
        ...contact,
        ...(technicianId !== null && { technician_id: technicianId }),
        ...(serviceIds.length > 0 && servicesBody(serviceIds)),
      },
      { onSuccess: close, onError: (error) => refuse(serverErrors(error, t(JOIN_FAILED))) },
    );
  };
  if (isAskedInSheet)
    return (
      <div className="text-left text-wrap">
        <Dialog title={t('Kome da javimo?')} onClose={close}>
          <Form
            form={{ ...form, isDirty: false, isBusy: join.isPending, submit: press }} // not dirty: after closing, the fields on the page still have the typed text
            className="grid gap-4"
          >
            {faults?.text && !form.alert && (
              <p className="rounded-card bg-blush px-4 py-3 text-small">{faults.text}</p>
            )}
            <FormAlert />
            <ContactFields guest={guest} />
            <SubmitButton isBlock className="px-2">
              {t(JOIN)}
            </SubmitButton>
          </Form>
        </Dialog>
      </div>
    );
  return (
    <div className="grid w-full gap-3 text-left">
      <div role="status">{isWaiting && <Joined phone={contact?.guest_phone} />}</div>
      {!isWaiting && (
        <Button isBlock variant={variant} onClick={press} isBusy={join.isPending} className="px-2">
          {t(JOIN)}
        </Button>
      )}
      <FormAlert text={form.alert} />
    </div>
  );
}

export const waitingDaysQuery = queryOf(['waiting-days'], 'GET /client-notifications/free-slot');

export const useWaitingDays = () =>
  useQuery({ ...waitingDaysQuery, enabled: useSession()?.role === 'CLIENT' });
