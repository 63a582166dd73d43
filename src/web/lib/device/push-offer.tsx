import { useEffect, useState } from 'react';
import { t } from '#domain/language/translate.ts';
import { Button } from '../../ui/button.tsx';
import { isRemembered } from '../session/session-items.ts';
import { itemOnDevice, keepOnDevice } from '../session/storage.ts';
import { pushSupport } from './push.ts';
import { useSwitchPushOn } from './push-on-device.tsx';

const OFFERED_KEY = 'push-offered';

/** Whether push can be enabled on this device and was never offered before. */
function isToOffer(): boolean {
  if (pushSupport() !== 'yes' || Notification.permission !== 'default' || !isRemembered()) return false;
  return itemOnDevice(OFFERED_KEY) === null;
}

/** Offers push after a booking, once per device. In its own chunk, because most users have already been asked. */
export default function PushOffer() {
  const [isOpen, setIsOpen] = useState(isToOffer);
  const close = () => setIsOpen(false);
  const on = useSwitchPushOn(close);
  useEffect(() => {
    if (isOpen) keepOnDevice(OFFERED_KEY, '1');
  }, [isOpen]);
  if (!isOpen) return null;
  return (
    <section
      aria-label={t('Obaveštenja na telefon')}
      className="mt-4 rounded-card border border-line bg-card p-4.5"
    >
      <h2 className="text-h3">{t('Podsetnik na telefon?')}</h2>
      <p className="mt-1 text-soft">
        {t(
          'Javljamo vam dan i dva sata pre termina, i ako salon nešto promeni. Možete ga isključiti u profilu.',
        )}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button variant="quiet" isSmall isBusy={on.isPending} onClick={() => on.mutate()}>
          {t('Uključi obaveštenja')}
        </Button>
        <Button variant="text" isSmall onClick={close}>
          {t('Ne sada')}
        </Button>
      </div>
    </section>
  );
}
