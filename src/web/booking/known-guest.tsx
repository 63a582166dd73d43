import { useEffect, useEffectEvent, useState } from 'react';
import { t } from '#domain/language/translate.ts';
import { keepKnownGuest, knownGuest } from '../lib/session/known-guest.ts';
import { Button } from '../ui/button.tsx';
import type { Preselected } from './times/use-chooser.ts';
import type { BookingSteps } from './use-booking-steps.ts';

/** Begins with name, phone, services and technician of the guest who last booked on this device, until she presses 'Zaboravi me'. docs/spec/behaviour.md §5.26 */
export default function KnownGuestPart({
  steps: { guest, chooser, chooseServices },
  preselected,
}: {
  steps: BookingSteps;
  preselected: Preselected;
}) {
  const [isKnown, setIsKnown] = useState(true);
  const recognize = useEffectEvent(() => {
    const known = guest.role === 'VISITOR' ? knownGuest() : null;
    if (!known) return;
    const { guest_name, guest_phone, services, technician } = known;
    if (!guest.form.isDirty) guest.form.change({ guest_name, guest_phone });
    if (preselected.services.length > 0 || preselected.slot) return;
    chooseServices(services);
    if (!preselected.technician) chooser.chooseTechnician(technician);
  });
  useEffect(() => recognize(), []);
  if (!isKnown || guest.role !== 'VISITOR') return null;
  const forget = () => {
    keepKnownGuest(null);
    setIsKnown(false);
    guest.form.reset();
  };
  return (
    <Button variant="text" isSmall onClick={forget} className="-ml-3">
      {t('Zaboravi me')}
    </Button>
  );
}
