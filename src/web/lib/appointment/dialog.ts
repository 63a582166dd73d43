import { type ComponentType, createContext } from 'react';

export interface OpenedAppointmentProps {
  id: number;
  onClose: () => void;
}

/**
 * Gives a client's card the appointment dialog. The card cannot import the dialog, which imports the card, so the page around the card
 * provides it.
 */
export const AppointmentDialogContext = createContext<ComponentType<OpenedAppointmentProps> | null>(null);
