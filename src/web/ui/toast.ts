import type { ToastOptions, ToastType } from './toaster.tsx';

type Toaster = typeof import('./toaster.tsx');
let toaster: Promise<Toaster> | null = null;

/** Fetches the toaster ahead of its first use: a toast about a lost network could not fetch it any more. */
export function warmToaster(): Promise<Toaster> {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    toaster = null; // the next toast tries again
    throw error;
  });
  return toaster;
}

/** A short message, on phones above the bars at the bottom, else at the top right; a dialog's own errors belong inside the dialog, which covers toasts. */
export function toast(type: ToastType, text: string, options: ToastOptions = {}): void {
  warmToaster().then(({ showToast }) => showToast(type, text, options), reportError);
}
