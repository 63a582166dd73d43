/**
 * After what had the focus is gone (a cancelled card, a form that became its outcome), it goes to the page's heading. While
 * a dialog is open nothing outside of it takes the focus, and its end gives the focus back to who opened it: it waits for that.
 */
export function focusHeading(): void {
  const focus = () =>
    document.querySelector<HTMLElement>('main h1[tabindex]')?.focus({ preventScroll: true });
  const dialog = document.querySelector('dialog[open]');
  if (dialog) dialog.addEventListener('close', focus, { once: true });
  else focus();
}
