import { Popover } from '@base-ui/react/popover';
import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useRef } from 'react';

export interface PickerButtonProps {
  icon: LucideIcon;
  /** The name of the picker: 'Kalendar' or 'Sat'. */
  name: string;
  /** The label of the field that the picker belongs to. */
  label: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  children: ReactNode;
}

/** A button at the right end of a field that opens the picker in a popover. */
export function PickerButton({ icon: Icon, name, label, isOpen, onOpenChange, children }: PickerButtonProps) {
  const place = useRef<HTMLSpanElement>(null);
  return (
    <span ref={place}>
      <Popover.Root open={isOpen} onOpenChange={onOpenChange}>
        <Popover.Trigger
          aria-label={name}
          aria-description={label}
          className="absolute inset-y-0 right-0.5 my-auto grid size-11 place-items-center rounded-card text-soft transition-colors hover:bg-blush"
        >
          <Icon aria-hidden="true" size={20} strokeWidth={1.75} />
        </Popover.Trigger>
        <Popover.Portal container={place}>
          <Popover.Positioner
            positionMethod="fixed"
            align="end"
            sideOffset={6}
            collisionPadding={1}
            className="z-30"
          >
            <Popover.Popup
              aria-label={label}
              className="max-h-(--available-height) overflow-y-auto rounded-card border border-line bg-card p-3 shadow-float animate-appear max-[352px]:px-1"
            >
              {children}
            </Popover.Popup>
          </Popover.Positioner>
        </Popover.Portal>
      </Popover.Root>
    </span>
  );
}
