import { createContext } from 'react';
import type { LazyPage } from '../lazy-page.ts';

export interface OpenedAppointmentProps {
  id: number;
  onClose: () => void;
}

/**
 * The dialog of one appointment, for those whom it shows itself: it leads to a client's card, and the card back to appointments, so
 * the card can't import it. Given by the app.
 */
export const AppointmentDialogContext = createContext<LazyPage<OpenedAppointmentProps> | null>(null);
