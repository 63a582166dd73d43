import type { ToastOptions, ToastType } from './toaster.tsx';

type Toaster = typeof import('./toaster.tsx');
let toaster: Promise<Toaster> | null = null;

/** Loads the toaster before its first use: a toast about a lost network could not load it. */
export function warmToaster(): Promise<Toaster> {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    toaster = null; // the next toast tries again
    throw error;
  });
  return toaster;
}

/** Shows a short message. Show a dialog's errors inside the dialog, which covers toasts. */
export function toast(type: ToastType, text: string, options: ToastOptions = {}): void {
  warmToaster().then(({ showToast }) => showToast(type, text, options), reportError);
}
