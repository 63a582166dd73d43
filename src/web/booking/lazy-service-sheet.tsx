import { useState } from 'react';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import type { ServiceSheetProps } from './service-sheet.tsx';

export const serviceSheet = lazyPage(() => import('./service-sheet.tsx'));

/** Returns a function that opens the price list, and the price list's dialog. Choosing a service closes it. */
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
