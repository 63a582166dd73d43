import { useState } from 'react';
import { LazyPart, lazyPage } from '../lib/routing/lazy-page.tsx';
import type { ServiceSheetProps } from './service-sheet.tsx';

export const wishField = lazyPage(() => import('../pictures/wish-field.tsx'));

export const serviceSheet = lazyPage(() => import('./service-sheet.tsx'));

/** Returns the dialog with the price list, and a function that opens it. Choosing a service closes the dialog. */
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
