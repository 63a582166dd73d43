import type { ReactNode } from 'react';

/**
 * The buttons at the end of a dialog, the way back first: side by side, the main one wide on phones. There they stay in
 * sight when the dialog is longer than the screen.
 */
export function SheetActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-2 -mx-(--gap) mt-3 -mb-[calc(20px+env(safe-area-inset-bottom))] grid grid-cols-[auto_1fr] gap-2 bg-card px-(--gap) pt-3 pb-[calc(20px+env(safe-area-inset-bottom))] md:static md:mx-0 md:mt-6 md:mb-0 md:grid-cols-[auto_auto] md:justify-end md:p-0">
      {children}
    </div>
  );
}
