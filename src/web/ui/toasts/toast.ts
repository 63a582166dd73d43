import type { ToastOptions, ToastType } from './toaster.tsx';

type Toaster = typeof import('./toaster.tsx');
let toaster: Promise<Toaster> | null = null;

/** Loads the toaster in advance, because the browser could not load it after the connection is lost. */
export function warmToaster(): Promise<Toaster> {
  toaster ??= import('./toaster.tsx').catch((error: unknown) => {
    toaster = null; // after a failure the next toast loads the toaster again
    throw error;
  });
  return toaster;
}

/** Shows a short message. Not for errors of a dialog, which stand beside its fields. */
export function toast(type: ToastType, text: string, options: ToastOptions = {}): void {
  warmToaster().then(({ showToast }) => showToast(type, text, options), reportError);
}
