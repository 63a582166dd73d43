import { useEffect } from 'react';
import { clientCard } from '../clients/client-dialog.tsx';
import { linkManifest } from '../lib/device/service-worker.ts';
import { prefetch } from '../lib/routing/lazy-page.ts';
import { openedDialog } from './appointment-dialog.tsx';
import { newAppointmentSheet } from './new-appointment.tsx';

const AFTER_MS = 500;

const DIALOGS = [openedDialog, newAppointmentSheet, clientCard];

/**
 * Most of the owner's pages open appointments and clients and make new ones: soon after her first page stands the dialogs are there,
 * and her home screen's shortcuts are hers at once.
 */
export default function DialogsAhead() {
  useEffect(() => {
    linkManifest();
    const timer = setTimeout(() => void prefetch(DIALOGS.map(({ fetch }) => fetch)), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
