import { Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { smsLink, telephoneLink, viberLink, whatsAppLink } from './phone-addresses.ts';

export interface PhoneLinksProps {
  phone: string;
  /** Whose number it is: said with each link, not shown. */
  of?: string | undefined;
  className?: string;
}

const CELL =
  'inline-flex min-h-11 grow items-center justify-center gap-1 bg-card px-2 text-small md:px-2.5 font-semibold text-link transition-colors -outline-offset-2 hover:bg-blush';

function Way({
  href,
  of,
  isOutside,
  children,
}: {
  href: string;
  of?: string | undefined;
  isOutside?: boolean;
  children: ReactNode;
}) {
  const outside = isOutside ? { target: '_blank', rel: 'noopener noreferrer' } : {};
  return (
    <a href={href} {...outside} aria-description={of} className={CELL}>
      {children}
    </a>
  );
}

/** Calling and writing to a number: plain links that the phone's own apps open. */
export function PhoneLinks({ phone, of, className }: PhoneLinksProps) {
  return (
    <div
      className={cx(
        'inline-flex max-w-full flex-wrap gap-px overflow-hidden rounded-card border border-edge bg-line',
        className,
      )}
    >
      <Way href={telephoneLink(phone)} of={of}>
        <Phone aria-hidden="true" size={16} strokeWidth={1.75} className="shrink-0" />
        Pozovi
      </Way>
      <Way href={smsLink(phone)} of={of}>
        SMS
      </Way>
      <Way href={viberLink(phone)} of={of}>
        Viber
      </Way>
      <Way href={whatsAppLink(phone)} of={of} isOutside>
        WhatsApp
      </Way>
    </div>
  );
}
