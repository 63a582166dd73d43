import { Phone } from 'lucide-react';
import { t } from '#domain/language/translate.ts';
import { Loaded } from '../lib/queries/loaded.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Loading, Skeleton } from '../ui/page.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';

const SKELETON = (
  <Loading>
    <Skeleton className="h-8 w-52" />
  </Loading>
);

export default function PhonePopup({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={t('Kontakt telefon')} onClose={onClose}>
      <Loaded query={useSalon()} fallback={t('Greška pri učitavanju podataka.')} skeleton={SKELETON}>
        {({ phone }) =>
          phone ? (
            <>
              <p className="time-xl tabular-nums select-all">{phone}</p>
              <ButtonAnchor icon={Phone} href={telephoneLink(phone)} isBlock className="mt-6">
                {t('Pozovi')}
              </ButtonAnchor>
            </>
          ) : (
            <p className="text-soft">{t('Salon još nije upisao telefon.')}</p>
          )
        }
      </Loaded>
    </Dialog>
  );
}
