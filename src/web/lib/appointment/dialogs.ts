import { type ComponentType, createContext } from 'react';
import type { PersonDetails } from '#contract/people.ts';
import type { PickedPerson } from '../queries/people-queries.ts';

interface OpenedAppointmentProps {
  id: number;
  onClose: () => void;
}

interface NewAppointmentProps {
  preset: { person: PickedPerson };
  onClose: () => void;
  onCreated: () => void;
}

/** Passes the dialogs 'Termin' and 'Novi termin', and a person's packages, to clients and payments, which cannot import them: they show parts of both. */
export const AppointmentDialogs = createContext<{
  Opened: ComponentType<OpenedAppointmentProps>;
  New: ComponentType<NewAppointmentProps>;
  Holdings: ComponentType<{ person: PersonDetails }>;
} | null>(null);
