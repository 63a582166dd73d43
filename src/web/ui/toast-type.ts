export type ToastType = 'success' | 'error' | 'warning' | 'info';

export interface ToastOptions {
  /** A line above the text. */
  title?: string;
  /** A button in the toast, e.g. 'Poništi'. */
  action?: { label: string; onPress: () => void };
  /** Instead of 3500 ms. */
  durationMs?: number;
}
