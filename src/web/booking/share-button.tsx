import { Share2 } from 'lucide-react';
import { useState } from 'react';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Button } from '../ui/button.tsx';
import type { ShareDialogProps } from './share-dialog.tsx';

const shareDialog = lazyPage(() => import('./share-dialog.tsx'));

/** A button that opens the device's share sheet; without browser support a dialog with common apps. */
export function ShareButton({ text, link }: Omit<ShareDialogProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const share = async () => {
    if (!navigator.share) return setIsOpen(true);
    try {
      await navigator.share({ text, url: link });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return; // the user closed the share sheet
      setIsOpen(true);
    }
  };
  return (
    <>
      <Button variant="quiet" isBlock onClick={share}>
        <Share2 aria-hidden="true" size={20} strokeWidth={1.75} />
        Podeli
      </Button>
      {isOpen && <LazyPart part={shareDialog} props={{ text, link, onClose: () => setIsOpen(false) }} />}
    </>
  );
}
