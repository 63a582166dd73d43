import { X } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { IconButton } from '../action/icon-button.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { DialogFrame } from './dialog-frame.tsx';

export interface SheetProps {
  title: string;
  /** Under the title. */
  lead?: ReactNode;
  /** Escape, backdrop, the close button. The parent takes the sheet away: mounted is open. */
  onClose: () => void;
  /** Something was typed: closing asks 'Odbaciti izmene?' first. */
  isDirty?: boolean;
  /** Something is being saved: it does not close now. */
  isBusy?: boolean;
  /** 760 px on desktops instead of 560. */
  isWide?: boolean;
  /** The x at the top right; off where `Otkaži` stands among the actions. */
  hasCloseButton?: boolean;
  /** As a function it gets what `Otkaži` among the actions does: close, or ask first. */
  children: ReactNode | ((requestClose: () => void) => ReactNode);
}

export function Sheet({
  title,
  lead,
  onClose,
  isDirty = false,
  isBusy = false,
  isWide,
  hasCloseButton = true,
  children,
}: SheetProps) {
  const heading = useId();
  const [isAsking, setIsAsking] = useState(false);
  const requestClose = () => {
    if (isBusy) return;
    if (isDirty) setIsAsking(true);
    else onClose();
  };
  return (
    <DialogFrame labelledBy={heading} onRequestClose={requestClose} isWide={isWide}>
      <header className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 id={heading}>{title}</h2>
          {lead && <div className="mt-1 text-soft">{lead}</div>}
        </div>
        {hasCloseButton && (
          <IconButton icon={X} label="Otkaži" onClick={requestClose} className="-mt-2 -mr-2.5" />
        )}
      </header>
      <div className="mt-5">{typeof children === 'function' ? children(requestClose) : children}</div>
      {isAsking && (
        <ConfirmDialog
          text="Odbaciti izmene?"
          action="Odbaci"
          onConfirm={onClose}
          onCancel={() => setIsAsking(false)}
        />
      )}
    </DialogFrame>
  );
}
