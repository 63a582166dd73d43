import { Phone } from 'lucide-react';
import { errorText } from '../api/api-error.ts';
import { useSalon } from '../api/use-salon.ts';
import { ButtonAnchor } from '../ui/action/button.tsx';
import { Sheet } from '../ui/dialog/sheet.tsx';
import { Bone, Loading } from '../ui/part/bones.tsx';
import { ErrorState } from '../ui/part/error-state.tsx';
import { telephoneLink } from '../ui/phone/phone-addresses.ts';

function SalonPhone() {
  const { data, error, refetch, isFetching } = useSalon();
  if (error) {
    const text = errorText(error, 'Greška pri učitavanju podataka.');
    return <ErrorState text={text} onRetry={refetch} isRetrying={isFetching} />;
  }
  if (!data) {
    return (
      <Loading>
        <Bone className="h-8 w-52" />
      </Loading>
    );
  }
  if (!data.phone) return <p className="text-soft">Telefon trenutno nije upisan.</p>;
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

/** The salon's phone number, to be read or called (spec.md §2). */
export function PhonePopup({ onClose }: { onClose: () => void }) {
  return (
    <Sheet title="Kontakt telefon" onClose={onClose}>
      <SalonPhone />
    </Sheet>
  );
}
