import { Phone } from 'lucide-react';
import { ButtonAnchor } from '../ui/button.tsx';
import { telephoneLink } from '../ui/phone-links.tsx';
import { useSalon } from './query-hooks.ts';

/** The salon's phone as a button that calls; nothing while it is not entered. */
export function CallSalon() {
  const phone = useSalon().data?.phone;
  if (!phone) return null;
  return (
    <ButtonAnchor href={telephoneLink(phone)} isBlock>
      <Phone aria-hidden="true" size={20} strokeWidth={1.75} />
      {`Pozovi ${phone}`}
    </ButtonAnchor>
  );
}
