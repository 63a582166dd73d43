import { Share2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { Button, type ButtonVariant } from '../ui/button.tsx';
import type { ShareDialogProps } from './share-dialog.tsx';

export interface ShareButtonProps extends Omit<ShareDialogProps, 'onClose'> {
  variant?: ButtonVariant;
}

const shareDialog = lazyPage(() => import('./share-dialog.tsx'));

function Sharing(props: ShareDialogProps) {
  const ShareDialog = useLazyPage(shareDialog);
  return (
    <Suspense>
      <ShareDialog {...props} />
    </Suspense>
  );
}

/** The phone's own way to share; where there is none, a dialog with the usual ones. */
export function ShareButton({ text, link, variant = 'quiet' }: ShareButtonProps) {
  const [isOpen, setIsOpen] = useState(false);
  const share = async () => {
    if (!navigator.share) return setIsOpen(true);
    try {
      await navigator.share({ text, url: link });
    } catch (error) {
      if (error instanceof Error && error.name === 'AbortError') return; // the user closed it
      setIsOpen(true);
    }
  };
  return (
    <>
      <Button variant={variant} isBlock onClick={share}>
        <Share2 aria-hidden="true" size={20} strokeWidth={1.75} />
        Podeli
      </Button>
      {isOpen && <Sharing text={text} link={link} onClose={() => setIsOpen(false)} />}
    </>
  );
}
