import { createContext, type ReactNode, type RefObject } from 'react';

export interface FormStatus {
  isDirty: boolean;
  isBusy: boolean;
}

/** Shared by a dialog and the form inside it. */
export interface DialogState {
  /** Closes, after a confirmation if the form is dirty. */
  requestClose: () => void;
  /** Set by the form, read when the dialog is asked to close. */
  formStatus: RefObject<FormStatus | null>;
}

export const DialogContext = createContext<DialogState | null>(null);

/** The buttons at the end of a dialog, cancel first; sticky when the dialog is longer than the screen. */
export function DialogActions({ children }: { children: ReactNode }) {
  return (
    <div className="sticky bottom-0 low:static z-2 -mx-(--gap) mt-3 -mb-[calc(20px+env(safe-area-inset-bottom))] flex flex-wrap gap-2 bg-card px-(--gap) pt-3 pb-[calc(20px+env(safe-area-inset-bottom))] md:-mx-7 md:-mb-7 md:justify-end md:px-7 md:pb-7 [&>:last-child]:flex-1 md:[&>:last-child]:flex-none">
      {children}
    </div>
  );
}
