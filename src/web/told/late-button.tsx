import { useQuery } from '@tanstack/react-query';
import { ClockAlert } from 'lucide-react';
import { useState } from 'react';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import { Button } from '../ui/button.tsx';
import { cx } from '../ui/cx.ts';
import { delayQuery } from './queries.ts';

const lateSheet = lazyPage(() => import('./late-sheet.tsx'));

/** 'Kasnim'; brown with the minutes while a delay lasts. On phones the calendar shows the icon and the minutes. */
export default function LateButton({ isShort = false }: { isShort?: boolean }) {
  const [isOpen, setIsOpen] = useState(false);
  const minutes = (useQuery(delayQuery()).data ?? []).map((delay) => delay.minutes);
  const most = Math.max(0, ...minutes);
  return (
    <>
      <Button
        variant="text"
        isSmall
        icon={ClockAlert}
        aria-haspopup="dialog"
        aria-label={most > 0 ? `Kasnim ${most} min` : 'Kasnim'}
        onClick={() => setIsOpen(true)}
        className={cx('-my-2 px-2 whitespace-nowrap', most > 0 && 'text-warn')}
      >
        {isShort ? most > 0 && `${most} min` : most > 0 ? `Kasnim ${most} min` : 'Kasnim'}
      </Button>
      {isOpen && <LazyPart part={lateSheet} props={{ onClose: () => setIsOpen(false) }} />}
    </>
  );
}
