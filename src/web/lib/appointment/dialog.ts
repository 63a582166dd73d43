import { type ComponentType, createContext } from 'react';

export interface OpenedAppointmentProps {
  id: number;
  onClose: () => void;
}

/**
 * The dialog of one appointment, for a client's card: it leads to the card, so the card can't import it. Given by whoever shows a
 * card.
 */
export const AppointmentDialogContext = createContext<ComponentType<OpenedAppointmentProps> | null>(null);
