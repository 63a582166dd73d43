import { useState } from 'react';
import { lazyPage } from '../lib/routing/lazy-page.ts';
import { LazyPart } from '../lib/routing/lazy-part.tsx';
import type { ServiceSheetProps } from './service-sheet.tsx';

export const serviceSheet = lazyPage(() => import('./service-sheet.tsx'));

/** The price list in a dialog, which a choice closes. No page shows it at first. */
export function useServiceSheet({ onChoose, ...props }: Omit<ServiceSheetProps, 'onClose'>) {
  const [isOpen, setIsOpen] = useState(false);
  const onClose = () => setIsOpen(false);
  const choose = (ids: readonly number[]) => {
    onClose();
    onChoose(ids);
  };
  const sheet = isOpen && <LazyPart part={serviceSheet} props={{ ...props, onChoose: choose, onClose }} />;
  return { open: () => setIsOpen(true), sheet };
}
