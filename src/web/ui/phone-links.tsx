import { Phone } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { dialled } from '#domain/clients/phone.ts';
import { t } from '#domain/language/translate.ts';
import { ButtonAnchor } from './button.tsx';
import { cx } from './cx.ts';

/** The number with its country code and without '+', as messengers need it: '064 123' gives '38164123'. */
const withCountry = (phone: string): string =>
  dialled(phone)
    .replace(/^(\+|00)/, '')
    .replace(/^0/, '381');

export const telephoneLink = (phone: string): string => `tel:${dialled(phone)}`;

/** A link that opens a text message. It has '?&body=' because iPhones expect '&body=' and other phones '?body='. */
export const smsLink = (phone: string, text?: string): string =>
  `sms:${dialled(phone)}${text ? `?&body=${encodeURIComponent(text)}` : ''}`;

/** A link that opens a new email. Encodes '?', '&' and '%' in the email address, because they have a special meaning in a URL. */
export const emailLink = (email: string): string => `mailto:${encodeURIComponent(email).replace('%40', '@')}`;

export const viberLink = (phone: string): string => `viber://chat?number=%2B${withCountry(phone)}`;

export const whatsAppLink = (phone: string, text?: string): string =>
  `https://wa.me/${withCountry(phone)}${text ? `?text=${encodeURIComponent(text)}` : ''}`;

export interface PhoneLinksProps {
  phone: string;
  of?: string | undefined;
  className?: string | undefined;
  text?: string | undefined;
  /** Called when the user opens Viber, for example to copy the text: a link to Viber cannot contain it. */
  onViber?: (() => void) | undefined;
  /** Shows only the links for writing, not for calling. */
  isWriting?: boolean | undefined;
}

const CELL =
  'inline-flex min-h-11 grow max-[22.5rem]:basis-2/5 items-center justify-center gap-1 bg-card px-2 text-small md:px-2.5 font-semibold text-link transition-colors -outline-offset-2 hover:bg-blush';

export function PhoneLinks({ phone, of, className, text, onViber, isWriting }: PhoneLinksProps) {
  const way = (href: string, label: ReactNode, rest?: ComponentProps<'a'>) => (
    <a href={href} aria-description={of} {...rest} className={CELL}>
      {label}
    </a>
  );
  const call = (
    <>
      <Phone size={16} className="shrink-0" />
      {t('Pozovi')}
    </>
  );
  return (
    <div
      className={cx(
        'inline-flex max-w-full flex-wrap gap-px overflow-hidden rounded-card border border-edge bg-line',
        className,
      )}
    >
      {!isWriting && way(telephoneLink(phone), call)}
      {way(smsLink(phone, text), 'SMS')}
      {way(viberLink(phone), 'Viber', { onClick: onViber })}
      {way(whatsAppLink(phone, text), 'WhatsApp', { target: '_blank', rel: 'noopener noreferrer' })}
    </div>
  );
}

export function CallButton({ phone }: { phone: string | undefined }) {
  if (!phone) return null;
  return (
    <ButtonAnchor icon={Phone} href={telephoneLink(phone)} isBlock>
      {t('Pozovi {phone}', { phone })}
    </ButtonAnchor>
  );
}
