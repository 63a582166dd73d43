import { createContext, type ReactNode, type RefObject } from 'react';

export interface FormStatus {
  isDirty: boolean;
  isBusy: boolean;
}

/** The state that a dialog shares with the form inside it. */
export interface DialogState {
  /** Closes the dialog; asks first if the form has unsaved changes. */
  requestClose: () => void;
  /** Set by the form; the dialog reads it before it closes. */
  formStatus: RefObject<FormStatus | null>;
}

export const DialogContext = createContext<DialogState | null>(null);

/** The buttons at the end of a dialog, cancel first. They stick to the bottom edge when the dialog is longer than the screen. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 z-2 -mx-(--gap) mt-3 -mb-[calc(20px+env(safe-area-inset-bottom))] flex flex-wrap gap-2 bg-card px-(--gap) pt-3 pb-[calc(20px+env(safe-area-inset-bottom))] md:-mx-7 md:-mb-7 md:justify-end md:px-7 md:pb-7 [&>:last-child]:flex-1 md:[&>:last-child]:flex-none">
      {children}
    </div>
  );
}
