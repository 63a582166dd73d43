import { type ComponentType, createContext } from 'react';

export interface OpenedAppointmentProps {
  id: number;
  onClose: () => void;
}

/** Gives a client's card the appointment dialog, which it cannot import: the dialog imports the card. */
export const AppointmentDialogContext = createContext<ComponentType<OpenedAppointmentProps> | null>(null);
