import { type ComponentType, createContext } from 'react';

export interface OpenedAppointmentProps {
  id: number;
  onClose: () => void;
}

/**
 * The dialog of an appointment, for a client's card. The dialog imports the card, so the page that shows a card
 * provides the dialog.
 */
export const AppointmentDialogContext = createContext<ComponentType<OpenedAppointmentProps> | null>(null);
