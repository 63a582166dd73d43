import { type ComponentType, createContext } from 'react';

export interface OpenedAppointmentProps {
  id: number;
  onClose: () => void;
}

/** Passes the appointment dialog to the client card, which cannot import it: the dialog imports the card. */
export const AppointmentDialogContext = createContext<ComponentType<OpenedAppointmentProps> | null>(null);
