import { Popover } from '@base-ui/react/popover';
import { MessageCircle } from 'lucide-react';
import { useRef, useState } from 'react';
import { cx } from './cx.ts';
import { PhoneLinks, telephoneLink } from './phone-links.tsx';

export interface PhoneNumberProps {
  phone: string;
  of: string;
  className?: string;
}

/** A phone number in a list: a press calls it, and a button next to it shows the links to write a message. */
export function PhoneNumber({ phone, of, className }: PhoneNumberProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  return (
    <span className={cx('inline-flex items-center', className)}>
      <a
        href={telephoneLink(phone)}
        aria-description={of}
        className="inline-flex min-h-11 items-center whitespace-nowrap tabular-nums hover:text-link hover:underline"
      >
        {phone}
      </a>
      <button
        ref={button}
        type="button"
        aria-label="Poruka"
        aria-description={of}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setIsOpen((was) => !was)}
        className="grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
      >
        <MessageCircle aria-hidden="true" size={18} strokeWidth={1.75} />
      </button>
      {isOpen && (
        <Popover.Root
          open
          onOpenChange={(_, { event }) => {
            if (!button.current?.contains(event.target as Node | null)) setIsOpen(false); // ignores the button, which closes the list itself
          }}
        >
          <Popover.Portal>
            <Popover.Positioner anchor={button} sideOffset={4} collisionPadding={12} className="z-30">
              <Popover.Popup aria-label={of} finalFocus={button} className="rounded-card shadow-float">
                <PhoneLinks phone={phone} of={of} />
              </Popover.Popup>
            </Popover.Positioner>
          </Popover.Portal>
        </Popover.Root>
      )}
    </span>
  );
}
