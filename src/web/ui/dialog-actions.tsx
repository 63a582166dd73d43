import { createContext, type ReactNode, type RefObject } from 'react';

export interface FormStatus {
  isDirty: boolean;
  isBusy: boolean;
}

/** What a dialog and the form inside it share. */
export interface DialogState {
  /** Closes, or asks first. */
  requestClose: () => void;
  /** Kept by the form inside, read when the dialog is to close. */
  formStatus: RefObject<FormStatus | null>;
}

export const DialogContext = createContext<DialogState | null>(null);

/**
 * The buttons at the end of a dialog, the way back first: side by side, the main one wide on phones. They stay in sight when the dialog is longer than the screen.
 */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 low:static z-2 -mx-(--gap) mt-3 -mb-[calc(20px+env(safe-area-inset-bottom))] flex flex-wrap gap-2 bg-card px-(--gap) pt-3 pb-[calc(20px+env(safe-area-inset-bottom))] md:-mx-7 md:-mb-7 md:justify-end md:px-7 md:pb-7 [&>:last-child]:flex-1 md:[&>:last-child]:flex-none">
      {children}
    </div>
  );
}
