import { personCard } from '../clients/person-dialog.tsx';
import { linkManifest } from '../lib/device/service-worker.ts';
import { prefetch } from '../lib/routing/lazy-page.tsx';
import { openedDialog } from './appointment-dialog.tsx';
import { newAppointmentSheet } from './new-appointment.tsx';

const AFTER_MS = 500;

/** Prefetches the dialogs of the owner's pages soon after the first page, and links the owner's manifest. */
export function startOwnersDialogs(): void {
  linkManifest();
  setTimeout(prefetch, AFTER_MS, [openedDialog.fetch, newAppointmentSheet.fetch, personCard.fetch]);
}
