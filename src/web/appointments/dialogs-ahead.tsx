import { useEffect } from 'react';
import { prefetch } from '../lib/lazy-page.ts';
import { openedDialog } from './appointment-dialog.tsx';
import { newAppointmentSheet } from './new-appointment.tsx';

const AFTER_MS = 500;

/** Most of the owner's pages open appointments and make new ones: soon after her first page stands both dialogs are there. */
export default function DialogsAhead() {
  useEffect(() => {
    const timer = setTimeout(() => void prefetch([openedDialog.fetch, newAppointmentSheet.fetch]), AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return null;
}
