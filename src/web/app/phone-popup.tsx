import { Phone } from 'lucide-react';
import { Failed } from '../lib/queries/failed.tsx';
import { useSalon } from '../lib/queries/queries.ts';
import { ButtonAnchor } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';

function SalonPhone() {
  const salon = useSalon();
  const { data, error } = salon;
  if (!data) {
    return error ? (
      <Failed query={salon} fallback="Greška pri učitavanju podataka." />
    ) : (
      <Loading>
        <Skeleton className="h-8 w-52" />
      </Loading>
    );
  }
  if (!data.phone) return <p className="text-soft">Salon još nije upisao telefon.</p>;
  return (
    <>
      <p className="time-xl tabular-nums select-all">{data.phone}</p>
      <ButtonAnchor href={telephoneLink(data.phone)} isBlock className="mt-6">
        <Phone aria-hidden="true" size={20} strokeWidth={1.75} />
        Pozovi
      </ButtonAnchor>
    </>
  );
}

export default function PhonePopup({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Kontakt telefon" onClose={onClose}>
      <SalonPhone />
    </Dialog>
  );
}
